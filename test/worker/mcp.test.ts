/** `/mcp`: what every tool refuses. What tools do is tried with the official client (`test/exhaustive-e2e/clients/mcp.ts`). */
import { beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/accounts'
import { post } from '../support/http'
import { applySchema } from '../support/schema'

beforeAll(() => applySchema())

type Tool = { name: string; inputSchema: { additionalProperties?: boolean } }

it('every tool refuses an argument that it does not take, those that take none too', async () => {
  const { key, account } = await newAccount({ credits: 5 })
  const ask = async <Result>(method: string, params: object): Promise<Result> => {
    const accept = { accept: 'application/json, text/event-stream' }
    const answer = await post('/mcp', key, { jsonrpc: '2.0', id: 1, method, params }, accept)
    const text = await answer.text()
    return JSON.parse(text.slice(text.indexOf('{'))).result as Result
  }
  const { tools } = await ask<{ tools: Tool[] }>('tools/list', {})
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['list_templates', 'get_credits']))
  for (const { name, inputSchema } of tools) {
    expect(inputSchema.additionalProperties, name).toBe(false)
    const { isError, content } = await ask<{ isError?: boolean; content: { text: string }[] }>('tools/call', {
      name,
      arguments: { account_id: 'acc_other' },
    })
    expect([isError, content[0]?.text], name).toEqual([true, expect.stringContaining('account_id')])
  }
  expect(await account.credits()).toMatchObject({ credits_left: 5 })
})
