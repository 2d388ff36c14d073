/** What the link over a form control says of it, behind this scheme, as JSON. */
export const FIELD_SCHEME = 'platen-field:'

export type FormField = {
  kind: 'text' | 'checkbox' | 'radio' | 'menu' | 'list'
  name: string
  label: string
  /** Of buttons of which one is chosen: what all of them are about. */
  groupLabel?: string
  /** Its text, or what a box that is checked stands for. */
  value: string
  /** Values and texts of a menu's or list's choices, and the values that are chosen. */
  options?: [string, string][]
  chosen?: string[]
  isChecked: boolean
  isRequired: boolean
  isReadOnly: boolean
  isMultiline: boolean
  isPassword: boolean
  isMultiple: boolean
  maxLength?: number | undefined
  align: 'left' | 'center' | 'right'
  /** Red, green and blue, to 255. */
  color: [number, number, number]
  /** In CSS pixels, as the height of the control, which says what a pixel is in the file. */
  fontSize: number
  height: number
  /** 0: in the order of the document, behind all others. */
  tabIndex: number
}
