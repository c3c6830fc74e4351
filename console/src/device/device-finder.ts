import type { Words } from '@brigade/contract/locale.ts'
import { call } from '../platform/call.ts'
import { operationCodes } from '../platform/menus.ts'
import { useSession } from '../platform/session.ts'
import { detailHref } from './view/device-address.ts'

type Found = { key: string; icon: 'oven' | 'fridge'; label: string; note: string; href: string }

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
    return pages
      .flatMap((page) => page.list)
      .slice(0, maxFound)
      .map(({ id, kind, sn, name }) => ({
        key: `device-${id}`,
        icon: kind === 'oven' ? 'oven' : 'fridge',
        label: name || sn,
        note: sn,
        href: detailHref(kind, id),
      }))
  },
}
