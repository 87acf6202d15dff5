import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** AES-256-GCM with a nonce and a tag of the lengths that NIST SP 800-38D recommends, in bytes. */
const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** The first byte of a sealed text: which form the rest has. */
const form = 1;

/** The text encrypted under a key of 32 bytes, and bound to its name. Throws for a key of another length. */
export function seal(text: string, name: string, key: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagLength }).setAAD(
    Buffer.from(name),
  );
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(form), nonce, cipher.getAuthTag(), content]);
}

/** The text that was sealed under this name and key; undefined where these bytes are anything else. */
export function unseal(sealed: Uint8Array, name: string, key: Uint8Array): string | undefined {
  const [nonceEnd, tagEnd] = [1 + nonceLength, 1 + nonceLength + tagLength];
  if (sealed[0] !== form || sealed.length < tagEnd) return undefined;
  try {
    const cipher = createDecipheriv(algorithm, key, sealed.subarray(1, nonceEnd), {
      authTagLength: tagLength,
    });
    cipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(nonceEnd, tagEnd));
    return Buffer.concat([cipher.update(sealed.subarray(tagEnd)), cipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** A name for a file, 64 hexadecimal digits, that does not tell without the key what it stands for. */
export function hideName(name: string, key: Uint8Array): string {
  const nameKey = createHmac('sha256', key).update('names of files').digest();
  return createHmac('sha256', nameKey).update(name).digest('hex');
}
