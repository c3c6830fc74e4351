import { defaultLocale, type Words } from '@brigade/contract/locale.ts'
import { call } from '../platform/call.ts'
import { localeNow } from '../platform/locale.ts'
import { operationCodes } from '../platform/menus.ts'
import { useSession } from '../platform/session.ts'

type Found = { key: string; icon: 'alert'; label: string; note: string; apart: string; href: string }

/** Finds fault codes for the palette, by a part of the code or of its name; only for those who may see them. */
export const faultCodeFinder = {
  key: 'fault-code',
  title: { en: 'Fault codes', zh: '故障码' } satisfies Words,
  async find(keyword: string, signal: AbortSignal): Promise<readonly Found[]> {
    // Sign-in does not need this, so it is not part of the first load.
    const { faultCodeApi } = await import('@brigade/contract/fault/code.endpoints.ts')
    if (!operationCodes(useSession.getState().menus).has(faultCodeApi.codes.access)) return []
    const { list } = await call(faultCodeApi.codes, { keyword, pageSize: 10 }, { quiet: true, signal })
    const locale = localeNow()
    return list.map(({ id, code, identifier, name, product }) => ({
      key: `fault-code-${id}`,
      icon: 'alert',
      label: [code || identifier, name[locale] || name[defaultLocale]].filter(Boolean).join(' '),
      note: product.name[locale] || product.name[defaultLocale],
      apart: identifier,
      href: `/fault/code?${new URLSearchParams({ keyword: code || identifier, productId: product.id }).toString()}`,
    }))
  },
}
