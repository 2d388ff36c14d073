/** A Worker that receives webhooks. The same code runs in Deno and Bun. */
import { verifyWebhook, WebhookVerificationError } from 'platen-client'

export default {
  async fetch(request: Request, env: { WEBHOOK_SECRET: string }): Promise<Response> {
    try {
      const event = await verifyWebhook(await request.text(), request.headers, env.WEBHOOK_SECRET)
      // The same id may come again: remember what you have handled.
      console.log(event.id, event.task_id, event.status, event.download_url)
      return new Response(null, { status: 204 })
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      return new Response(null, { status: 401 })
    }
  },
}
