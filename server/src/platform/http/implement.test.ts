import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints, get, noInput, post } from '@brigade/contract/endpoint.ts'
import { z } from 'zod'
import { implement } from './implement.ts'

const api = endpoints('sample', {
  count: get('/sample/count', {
    access: 'public',
    summary: { en: 'Count', zh: '计数' },
    query: noInput,
    reply: z.object({ total: z.number() }),
  }),
  rename: post('/sample/rename', {
    access: 'sample:update',
    summary: { en: 'Rename', zh: '改名' },
    body: z.strictObject({ name: z.string() }),
    reply: z.null(),
  }),
})

test('a call without its handler does not compile, and does not start', () => {
  // @ts-expect-error -- rename is missing
  assert.throws(() => implement(api, { count: () => ({ total: 1 }) }), /sample\.rename has no handler/)
})

test('a handler that answers another shape, or reads a field that is not in the request, does not compile', () => {
  const routes = implement(api, {
    // @ts-expect-error -- the total is a number
    count: () => ({ total: 'many' }),
    // @ts-expect-error -- there is no title
    rename: (_ctx, { body }) => (body.title === '' ? null : null),
  })
  assert.equal(routes.length, 2)
})

test('a call that is open to anyone passes its handler no caller', () => {
  const routes = implement(api, {
    // @ts-expect-error -- who calls is not known
    count: ({ caller }) => ({ total: caller === undefined ? 0 : 1 }),
    rename: (ctx) => (ctx.caller.name === '' ? null : null),
  })
  assert.equal(routes.length, 2)
})
