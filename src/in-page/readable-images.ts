/**
 * Pictures that scripts load, draw on a canvas and read again. In the sandbox every picture is of another origin, which
 * would close such a canvas to its own document; the service allows all that it serves to be read. Known gap: pictures
 * that stand in the HTML.
 */

/** Has pictures be asked for as ones that may be read. It goes before what scripts set as their address. */
export function installReadableImages(): void {
  const { prototype } = HTMLImageElement
  const source = Object.getOwnPropertyDescriptor(prototype, 'src')
  const setSource = source?.set
  if (!source || !setSource) return
  const allow = (image: HTMLImageElement) => {
    if (!image.hasAttribute('crossorigin')) image.crossOrigin = 'anonymous'
  }
  Object.defineProperty(prototype, 'src', {
    ...source,
    set(this: HTMLImageElement, value: string) {
      allow(this)
      setSource.call(this, value)
    },
  })
  const { setAttribute } = Element.prototype
  prototype.setAttribute = function (name, value) {
    if (/^src$/i.test(name)) allow(this)
    setAttribute.call(this, name, value)
  }
}
