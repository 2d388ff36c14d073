/** From a job's options to what `pdf/finish.ts` is told to do. */
import type { FinishPlan } from '../pdf/finish'
import type { Properties } from '../pdf/metadata'
import { type Watermark, watermarkHtml, watermarkOf } from '../pdf/stamp/watermark'
import type { RenderInput } from '../render/render'
import type { Inputs } from './inputs'
import type { Job, PdfOptions } from './job'

/** The watermark of a job, with its defaults. */
export function watermarkFor({ options }: Job): Watermark | undefined {
  return options.watermark === undefined ? undefined : watermarkOf(options.watermark)
}

/** What the browser prints for a watermark: a page of the text's own size. */
export function watermarkSource(watermark: Watermark, { options }: Job): RenderInput {
  const margins = { margin_top: 0, margin_right: 0, margin_bottom: 0, margin_left: 0 }
  return {
    html: watermarkHtml(watermark),
    options: { prefer_css_page_size: true, ...margins, timeout: options.timeout },
    optimise: false,
  }
}

/** The plan of a job whose files are there and whose watermark is printed. */
export function finishPlan(job: Job, inputs: Inputs, watermarkPage: Uint8Array | undefined): FinishPlan {
  const { options } = job
  const watermark = watermarkFor(job)
  return {
    ...inputs,
    watermark: watermark && watermarkPage && { ...watermark, page: watermarkPage },
    testStamp: job.mode === 'test',
    properties: propertiesOf(options),
    compress: options.compress ?? false,
    encryption:
      options.password === undefined
        ? undefined
        : {
            userPassword: options.password,
            ownerPassword: options.owner_password,
            permissions: options.permissions,
          },
  }
}

/** What the browser cannot write: it takes the title from the document, and the language into tagged files only. */
function propertiesOf({ author, subject, keywords, lang }: PdfOptions): Properties {
  return { author, subject, keywords, lang }
}
