import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { gatherQuestions } from '../../platform/waiting/gather-questions.ts'

export type LinkCandidate = Readonly<{
  id: string
  productId: string
  nodeType: 'direct' | 'gateway' | 'sub-device'
  deviceSecret: Buffer
  enabled: boolean
}>

type Names = Readonly<{ productKey: string; deviceName: string }>
type Finding = (names: Names) => Promise<LinkCandidate | undefined>

/** The most devices of one statement. */
const most = 500
const findings = new WeakMap<Db, Finding>()

/** The device of a product key and a device name. Devices that connect at the same moment are looked up together. */
export function findLinkCandidate(db: Db, productKey: string, deviceName: string): Promise<LinkCandidate | undefined> {
  let find = findings.get(db)
  if (find === undefined) {
    find = gatherQuestions((names) => findLinkCandidates(db, names), most)
    findings.set(db, find)
  }
  return find({ productKey, deviceName })
}

/** Devices in the order of the names. */
async function findLinkCandidates(db: Db, names: readonly Names[]): Promise<(LinkCandidate | undefined)[]> {
  // A disabled product is not available for new devices; existing ones continue.
  const { rows } = await sql<LinkCandidate & Readonly<{ at: number }>>`
    select wanted.at::int as at, device.id::text as id, device.product_id::text as product_id, device.node_type,
      device.device_secret, device_state.enabled
    from unnest(${names.map(({ productKey }) => productKey)}::text[], ${names.map(({ deviceName }) => deviceName)}::text[])
      with ordinality as wanted (product_key, device_name, at)
    join product on product.product_key = wanted.product_key
    join device on device.product_id = product.id and device.sn = wanted.device_name
    join device_state on device_state.device_id = device.id`.execute(db)
  const found = new Map(rows.map(({ at, ...candidate }) => [at, candidate]))
  return names.map((_, index) => found.get(index + 1))
}
