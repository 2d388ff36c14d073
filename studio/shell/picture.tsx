/** A picture that the API makes, and that needs the key: an `<img>` cannot send one. */
import { useEffect, useState } from 'preact/hooks'
import type { Document } from '../../clients/typescript/src/document'
import { useAnswer } from './use-answer'

type PictureProps = { alt: string; ask: () => Promise<Document>; on: readonly unknown[] }

/** Nothing until it is there, and if there is none. */
export function Picture({ alt, ask, on }: PictureProps) {
  const found = useAnswer(async () => (await ask()).blob(), on)
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!found.value) return
    const made = URL.createObjectURL(found.value)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [found.value])
  return address ? <img class="sheet" src={address} alt={alt} /> : null
}
