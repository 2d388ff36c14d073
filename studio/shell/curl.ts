/** A call as a command for a shell. The key is left out: what is copied gets pasted into chats and files. */
export function curlOf(path: string, request: object, file: string): string {
  const body = JSON.stringify(request).replaceAll("'", String.raw`'\''`)
  return `curl -sS ${location.origin}${path} -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -d '${body}' -o ${file}`
}
