/** What a job costs, for the request that is accepted and for the queued job that begins. */
import { price } from '../accounts/pricing'
import type { Job, QrJob } from './job'

type PricedJob = Pick<Job, 'kind' | 'optimise' | 'options'> | Pick<QrJob, 'kind' | 'options' | 'upload'>

/** The price in credits, if it is rendered and not taken from the cache. */
export function priceOfJob(job: PricedJob): number {
  if (job.kind !== 'qrcode')
    return price({ kind: job.kind, goCreditMode: job.optimise, options: job.options })
  return price({ kind: 'qrcode', logo: job.upload !== undefined || job.options.logo_url !== undefined })
}
