import { z } from 'zod'
import { endpoints, get, nothing, post } from '../endpoint.ts'
import { Id, OptionalLine, filter } from '../field.ts'
import { pageOf } from '../paging.ts'
import {
  CustomerChange,
  CustomerDetail,
  CustomerDraft,
  CustomerEnabling,
  CustomerIds,
  CustomerRow,
  CustomerSearch,
  MovePreview,
} from './customer.model.ts'
import type { KeptKind } from './organisation.model.ts'

/** Disabled customers are offered too, because their devices are still searched for. */
export const CustomerOption = z.object({ id: Id, name: z.string(), enabled: z.boolean() })
export type CustomerOption = z.output<typeof CustomerOption>

const ById = z.strictObject({ id: Id })

/** Wording of the calls of one kind. Their paths and operation codes begin with the kind. */
type KindWords = Readonly<{ kind: KeptKind; one: string; many: string; title: string; zh: string }>

/**
 * Customers, distributors and agents have the same calls, so each is written once, as a function of its kind. An id of another
 * kind is answered as unknown.
 */
const callsOf = ({ kind, one, many, title, zh }: KindWords) => ({
  list: get(`/web/${kind}/list`, {
    access: `${kind}:view`,
    summary: { en: title, zh: `${zh}列表` },
    query: CustomerSearch,
    reply: pageOf(CustomerRow),
  }),
  add: post(`/web/${kind}/add`, {
    access: `${kind}:create`,
    summary: { en: `Add ${one}`, zh: `新增${zh}` },
    body: CustomerDraft,
    reply: z.object({ id: Id }),
  }),
  update: post(`/web/${kind}/update`, {
    access: `${kind}:update`,
    summary: { en: `Edit ${one}`, zh: `编辑${zh}` },
    description:
      'Another `parentId` moves it, with everything that is its own or below it, under that organisation. `productIds` of a distributor or an agent sets what it carries; what is withdrawn by it is sold until `sellOffDate`.',
    body: CustomerChange,
    reply: nothing,
  }),
  previewMove: post(`/web/${kind}/update/check`, {
    access: `${kind}:update`,
    summary: { en: `What moving ${one} changes`, zh: `移动${zh}的影响` },
    description:
      'The organisations that gain and lose sight of it, the roles kept by those above that its accounts have, and the models that the new parent lacks. Changes nothing.',
    body: z.strictObject({ id: Id, parentId: Id }),
    reply: MovePreview,
    log: false,
  }),
  remove: post(`/web/${kind}/delete`, {
    access: `${kind}:remove`,
    summary: { en: `Delete ${many}`, zh: `删除${zh}` },
    description: 'All of them or none. One that still has devices, accounts or organisations below it is refused.',
    body: z.strictObject({ ids: CustomerIds }),
    reply: nothing,
  }),
  detail: get(`/web/${kind}/detail`, {
    access: `${kind}:view`,
    summary: { en: `One of the ${many}`, zh: `${zh}详情` },
    query: ById,
    reply: CustomerDetail,
  }),
  select: get(`/web/${kind}/select`, {
    access: 'signed-in',
    summary: { en: `${title} to choose from`, zh: `${zh}下拉选项` },
    description:
      'At most 50, by name, within the caller’s own organisations; with `id` that one first, whatever the keyword.',
    query: z.strictObject({ keyword: filter(OptionalLine(60)), id: filter(Id) }),
    reply: z.array(CustomerOption),
  }),
  setEnabled: post(`/web/${kind}/change/status`, {
    access: `${kind}:set-enabled`,
    summary: { en: `Enable or disable ${many}`, zh: `启用/停用${zh}` },
    description:
      'Disabled: the staff of it and of those below it cannot sign in, and are signed out for good. Devices go on.',
    body: CustomerEnabling,
    reply: nothing,
  }),
  concerned: post(`/web/${kind}/change/status/check`, {
    access: `${kind}:set-enabled`,
    summary: { en: `Effects of disabling ${many}`, zh: `停用${zh}影响范围` },
    description:
      'Accounts that can sign in now and no longer could; devices of any state, which go on. Changes nothing.',
    body: z.strictObject({ ids: CustomerIds }),
    reply: z.object({ accounts: z.number().int(), devices: z.number().int() }),
    log: false,
  }),
})

const named = (words: KindWords) => endpoints(words.kind, callsOf(words))

/** Spec 7, customer, distributor, agent. */
export const organisationCalls = {
  customer: named({ kind: 'customer', one: 'a customer', many: 'customers', title: 'Customers', zh: '客户' }),
  distributor: named({
    kind: 'distributor',
    one: 'a distributor',
    many: 'distributors',
    title: 'Distributors',
    zh: '经销商',
  }),
  agent: named({ kind: 'agent', one: 'an agent', many: 'agents', title: 'Agents', zh: '代理商' }),
} as const satisfies Readonly<Record<KeptKind, unknown>>
