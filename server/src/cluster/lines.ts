/** The stream broke off within a line. Carries the code of a closed connection. */
class BrokenLineError extends Error {
  readonly code = 'UND_ERR_SOCKET';
}

/**
 * The lines of a byte stream without their ends, empty ones left out. Characters and lines may lie across any number
 * of chunks. Throws where the stream ends within a line.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      const line = Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8');
      begun = [];
      from = end + 1;
      if (line.trim() !== '') yield line;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) throw new BrokenLineError('the stream ended within a line');
}

const newline = 0x0a;
