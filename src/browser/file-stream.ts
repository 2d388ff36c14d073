/** A file on its way from the browser to whoever asked for it. */

/**
 * The pieces as a stream of bytes until `deadline` rejects; `finish` is called once when all is read (then it `isWhole`),
 * given up or broken.
 */
export function streamOf(
  pieces: AsyncGenerator<Uint8Array>,
  deadline: Promise<never>,
  finish: (isWhole: boolean) => void,
): ReadableStream<Uint8Array> {
  let open = true
  const end = (isWhole: boolean) => {
    if (open) finish(isWhole)
    open = false
  }
  // Whoever was to read it may be gone without a word.
  deadline.catch(() => end(false))
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      try {
        const { done, value } = await Promise.race([pieces.next(), deadline])
        if (value) return controller.enqueue(value)
        if (done) {
          controller.close()
          // A byte stream that is closed while somebody reads into a buffer of theirs must say so there too.
          controller.byobRequest?.respond(0)
          end(true)
        }
      } catch (error) {
        end(false)
        throw error
      }
    },
    cancel: () => end(false),
  })
}
