import createClient from 'openapi-fetch'
import type { paths as AppPaths } from './app.js'
import type { paths } from './staff.js'

/**
 * A client that anybody could write, with types generated from our documents alone: twenty calls, each of whose results
 * is used according to its type. Prints each call with its result, for the test to compare.
 */

const { BASE_URL: baseUrl = '', TOKEN: token = '', APP_TOKEN: appToken = '', DEVICE_ID: deviceId = '' } = process.env
const staff = createClient<paths>({ baseUrl, headers: { authorization: token } })
const phone = createClient<AppPaths>({ baseUrl, headers: { authorization: appToken } })

type Answered<D> = { data?: { success: true; data: D }; error?: { code: number; msg: string }; response: Response }
/** The data of an answer; a refusal ends the program with its words. */
async function got<D>(call: string, asked: Promise<Answered<D>>, show: (data: D) => unknown): Promise<D> {
  const { data, error } = await asked
  if (data === undefined) throw new Error(`${call}: ${error?.code ?? ''} ${error?.msg ?? ''}`)
  console.log(JSON.stringify([call, show(data.data)]))
  return data.data
}

/** A call that answers nothing: `openapi-fetch` leaves members that are always null out of its types. */
async function done(
  call: string,
  asked: Promise<{ data?: { success: true }; error?: { msg: string } }>,
): Promise<void> {
  const { data, error } = await asked
  if (data === undefined) throw new Error(`${call}: ${error?.msg ?? ''}`)
  console.log(JSON.stringify([call, null]))
}

const { organisation } = await got('center', staff.GET('/api/account/user/center'), ({ account }) => account)
await got(
  'menus',
  staff.GET('/api/role/menu/list'),
  (menus) => menus.map(({ childList }) => childList.length).length > 0,
)
await got('areas', staff.GET('/api/common/area'), (areas) => areas[0]?.children?.[0]?.name.length !== 0)
const list = { params: { query: { pageSize: 25, sort: '-name' } } } as const
await got('customers', staff.GET('/api/web/customer/list', list), ({ pageSize }) => pageSize)
const { id } = await got(
  'addCustomer',
  staff.POST('/api/web/customer/add', { body: { name: 'Generated kitchen', parentId: organisation.id } }),
  (added) => added.id.length > 0,
)
const one = { params: { query: { id } } }
const customer = await got('customer', staff.GET('/api/web/customer/detail', one), ({ name }) => name)
await done(
  'updateCustomer',
  staff.POST('/api/web/customer/update', {
    body: { id, name: 'Generated kitchen 2', parentId: organisation.id, updatedAt: customer.updatedAt },
  }),
)
await got(
  'customerSelect',
  staff.GET('/api/web/customer/select', { params: { query: { keyword: 'Generated' } } }),
  (all) => all.length,
)
await got(
  'series',
  staff.GET('/api/web/product/series/page', { params: { query: { pageSize: 10 } } }),
  ({ total }) => total > 0,
)
const models = await got(
  'products',
  staff.GET('/api/web/product/page', { params: { query: {} } }),
  ({ list: [first] }) => typeof first?.id,
)
const productId = models.list[0]?.id ?? ''
await got(
  'thingModel',
  staff.GET('/api/web/product/tsl/detail', { params: { query: { productId } } }),
  ({ model }) => model.properties.length > 0,
)
const device = { params: { query: { id: deviceId } } }
await got('devices', staff.GET('/api/web/device/page', { params: { query: { keyword: '' } } }), ({ total }) => total)
await got('device', staff.GET('/api/web/device/detail', device), ({ sn }) => sn.length > 0)
await got('shadow', staff.GET('/api/web/device/shadow/page', device), ({ list }) => Array.isArray(list))
await got('roles', staff.GET('/api/web/role/page', { params: { query: {} } }), ({ total }) => total > 0)
await got(
  'log',
  staff.GET('/api/web/log/list', { params: { query: { pageSize: 10 } } }),
  ({ list: lines }) => lines.length > 0,
)
await got('jobs', staff.GET('/api/web/job/page', { params: { query: {} } }), ({ total }) => total)
// Forms are offered too: the generated client sends one if it is told to.
await done(
  'password',
  staff.POST('/api/account/check/password', {
    body: { password: process.env['PASSWORD'] ?? '' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
)
await got('profile', phone.GET('/api/app/profile/detail'), ({ nickname }) => nickname)
await got('ownDevices', phone.GET('/api/app/device/page', { params: { query: {} } }), ({ total }) => total)
