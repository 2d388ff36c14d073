/** Addresses that people copy for those of a file, and that lead to a page which shows it. */

const PAGES =
  /^https:\/\/(?:drive\.google\.com\/(?:file|open)|photos\.(?:google\.com|app\.goo\.gl)|(?:www\.)?dropbox\.com\/(?:s|scl)\/[^?#]{0,200}(?:\?(?!(?:[^#]{0,200}&)?(?:raw|dl)=1)|$)|github\.com\/[\w.-]{1,60}\/[\w.-]{1,60}\/blob|1drv\.ms|onedrive\.live\.com|[\w-]{1,60}\.sharepoint\.com\/:i:|(?:www\.)?icloud\.com\/|imgur\.com\/(?!download)[\w/-]{1,40}$|(?:www\.)?canva\.com\/design|(?:www\.)?figma\.com\/)/i

/** Whether an address is that of a page about a file, as those who keep files for people give it. */
export function isPageOfFile(address: string): boolean {
  return PAGES.test(address.slice(0, 500))
}
