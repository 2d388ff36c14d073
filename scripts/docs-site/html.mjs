/** Text as part of HTML. */
export const element = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Text as the value of an attribute in double quotes. */
export const attribute = (text) => element(text).replaceAll('"', '&quot;')
