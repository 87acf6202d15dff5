/** Whether a text may hold objects of Kubernetes: something in it names an apiVersion. The server looks closer. */
export function looksLikeManifest(text: string): boolean {
  return /(?:^|[\s{,"'])apiVersion["']?[ \t]*:/.test(text);
}
