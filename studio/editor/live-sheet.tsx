/**
 * What is written, as it is typed: in a frame of an opaque origin (`studio/live`), where nothing of it can run or load. No
 * request is made. Pages are not divided, and files of other addresses are not shown: the printed page has them.
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Paper } from '../../src/in-page/paper-types'
import type { LiveAnswer, LiveRequest, Written } from '../live/live-messages'
import { TEXTS } from './texts'

export type LiveSheetProps = { written: Written; paper: Paper }

type Props = LiveSheetProps & {
  /** Told when something is shown: not before the frame, and for a template the engine, have come. */
  onShown: () => void
}

export function LiveSheet({ written, paper, onShown }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [isReady, setReady] = useState(false)
  const [size, setSize] = useState({ width: paper.width, height: paper.height })
  const asked = useRef(0)
  // Before the frame can say that it is there: it says so once.
  useLayoutEffect(() => {
    const hear = ({ source, data }: MessageEvent<LiveAnswer>) => {
      if (source !== frame.current?.contentWindow) return
      if ('ready' in data) setReady(true)
      if ('paper' in data) onShown()
      if ('paper' in data && data.id === asked.current)
        setSize((former) => (isSame(former, data.paper) ? former : data.paper))
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [onShown])
  // Not after the next paint, as an effect would be: what is typed is to be seen with it.
  useLayoutEffect(() => {
    const request: LiveRequest = { id: ++asked.current, written, paper }
    // The frame has no origin that could be named; nobody else can be in it.
    if (isReady) frame.current?.contentWindow?.postMessage(request, '*')
  }, [isReady, written, paper])
  useLayoutEffect(() => {
    const { current: around } = place
    if (!around) return
    const stretch = () => {
      const { style } = frame.current ?? around
      style.width = `${size.width}px`
      style.height = `${size.height}px`
      style.transform = `scale(${around.clientWidth / size.width})`
    }
    around.style.aspectRatio = `${size.width} / ${size.height}`
    around.style.setProperty('--ratio', String(size.width / size.height))
    const watch = new ResizeObserver(stretch)
    watch.observe(around)
    stretch()
    return () => watch.disconnect()
  }, [size])
  return (
    <div class="live-sheet" ref={place}>
      <iframe ref={frame} src="/live/" sandbox="allow-scripts" title={TEXTS.livePage} />
    </div>
  )
}

function isSame(one: { width: number; height: number }, other: { width: number; height: number }): boolean {
  return one.width === other.width && one.height === other.height
}
