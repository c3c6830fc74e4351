import { appTypeWords } from '@brigade/contract/app-user/app-type.text.ts'
import { appTypes, type AppUserSearch } from '@brigade/contract/app-user/app-user.model.ts'
import { customerSource } from '../../customer/customer-select.tsx'
import { useWords } from '../../platform/locale.ts'
import { useProductSource } from '../../product/product-select.tsx'
import { useAreaSource, useLocatedChip } from '../../system/area-select.tsx'
import type { Chip } from '../../ui/search-form/chip.ts'
import { useSpanText } from '../../ui/search-form/span-text.ts'
import { appUserListText } from '../app-user.text.ts'

/** Statistics may link to the list with these parameters, for which it has no field. */
export function useAppUserChips(): readonly Chip<keyof AppUserSearch>[] {
  const types = useWords(appTypeWords)
  const w = useWords(appUserListText)
  const span = useSpanText()
  const days = (value: string | undefined): string =>
    value === '30' ? w.active30 : value === '7' ? w.active7 : w.active1
  return [
    { label: w.customer, names: ['customerId'], text: () => undefined, source: customerSource },
    { label: w.model, names: ['productId'], text: () => undefined, source: useProductSource() },
    {
      label: w.active,
      names: ['calledDays', 'calledOn'],
      text: ({ calledDays, calledOn }) =>
        calledOn === undefined ? days(calledDays) : `${days(calledDays)}, ${span(undefined, calledOn)}`,
    },
    {
      label: w.lastApp,
      names: ['lastApp'],
      text: ({ lastApp }) => {
        const type = appTypes.find((one) => one === lastApp)
        return type === undefined ? w.noApp : types[type]
      },
    },
    { label: w.place, names: ['province'], text: () => undefined, source: useAreaSource() },
    useLocatedChip(w.place),
  ]
}
