/** A QR code while it is designed, and the request that makes it. */
import type { QrCodeRequest } from '../../clients/typescript/src/schemas'
import { type QrType, SAMPLES } from './fields'

export type QrSize = NonNullable<QrCodeRequest['size']>

export type Design = {
  type: QrType
  values: QrCodeRequest
  color: string
  background: string
  isClear: boolean
  logo: string
  size: QrSize
}

export const FIRST: Design = {
  type: 'url',
  values: SAMPLES.url ?? {},
  color: '#000000',
  background: '#ffffff',
  isClear: false,
  logo: '',
  size: 'big',
}

export function groundOf({ isClear, background }: Design): string {
  return isClear ? 'transparent' : background
}

/** What the service has by default is left out. The format is not in it, nor the size, which an SVG has not. */
export function requestOf(design: Design): QrCodeRequest {
  const { type, values, color, logo } = design
  const ground = groundOf(design)
  return {
    type,
    ...values,
    ...(color !== FIRST.color && { color }),
    ...(ground !== FIRST.background && { background: ground }),
    ...(logo && { logo_url: logo }),
  }
}
