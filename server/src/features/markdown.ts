/**
 * A text of somebody else's in one line of Markdown that shows it as it is: no link, image, tag or entity in it is one
 * (CommonMark, backslash escapes), however long it is.
 */
export function escapeMarkdown(text: string, longest = 500): string {
  // Cut before the rest is done: messages of megabytes exist.
  const cut = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return cut
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
