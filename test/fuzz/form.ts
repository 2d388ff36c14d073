/** A form with one file, as a browser sends it. */
export function formWith(
  fields: Record<string, string>,
  file: { name: string; type: string; bytes: Uint8Array },
): { headers: Record<string, string>; body: Uint8Array } {
  const boundary = 'platen-fuzz-boundary'
  const part = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`
  const texts = Object.entries(fields).map(([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`)
  const head = `${part(`name="${file.name}"; filename="${file.name}"`)}Content-Type: ${file.type}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(texts.join('') + head),
    file.bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: new Uint8Array(body),
  }
}
