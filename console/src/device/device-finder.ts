import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { call } from '../platform/call.ts'
import { localeNow } from '../platform/locale.ts'
import { operationCodes } from '../platform/menus.ts'
import { useSession } from '../platform/session.ts'
import { detailHref } from './view/device-address.ts'

type Found = { key: string; icon: 'oven' | 'fridge'; label: string; note: string; href: string }
type Known = Pick<DeviceRow, 'id' | 'kind' | 'sn' | 'name' | 'online' | 'workState' | 'faultCode' | 'enabled'>

/** A device with its state, and the code of its fault. */
async function itemOf({ id, kind, sn, name, enabled, ...state }: Known): Promise<Found> {
  const [{ stateOf }, { stateWords }, { word }] = await Promise.all([
    import('./view/device-state.ts'),
    import('./view/device.text.ts'),
    import('@brigade/contract/word.text.ts'),
  ])
  const locale = localeNow()
  const now = stateOf(state)
  const said = [
    stateWords[kind][now][locale],
    now === 'error' ? state.faultCode : '',
    enabled ? '' : word.disabled[locale],
  ]
  return {
    key: `device-${id}`,
    icon: kind === 'oven' ? 'oven' : 'fridge',
    label: name || sn,
    note: [name === '' ? '' : sn, said.filter(Boolean).join(' ')].filter(Boolean).join(' · '),
    href: detailHref(kind, id),
  }
}

const asRecent =
  (kind: DeviceKind) =>
  async (id: string, signal: AbortSignal): Promise<Found> => {
    const { deviceCalls } = await import('@brigade/contract/device/list/list.endpoints.ts')
    return itemOf({ ...(await call(deviceCalls[kind].detail, { id }, { quiet: true, signal })), kind })
  }

const maxFound = 10

/** Finds devices of both kinds for the palette, by two or more characters of SN, name or MAC; only kinds the account may see. */
export const deviceFinder = {
  key: 'device',
  title: { en: 'Devices', zh: '设备' } satisfies Words,
  async find(text: string, signal: AbortSignal): Promise<readonly Found[]> {
    // Sign-in does not need this, so it is not part of the first load.
    const { deviceCalls } = await import('@brigade/contract/device/list/list.endpoints.ts')
    const codes = operationCodes(useSession.getState().menus)
    const kinds = (['oven', 'cooler'] as const).filter((kind) => codes.has(deviceCalls[kind].list.access))
    const pages = await Promise.all(
      kinds.map((kind) => call(deviceCalls[kind].list, { keyword: text, pageSize: maxFound }, { quiet: true, signal })),
    )
    return Promise.all(
      pages
        .flatMap((page) => page.list)
        .slice(0, maxFound)
        .map(itemOf),
    )
  },
  recent: { oven: asRecent('oven'), cooler: asRecent('cooler') },
}
