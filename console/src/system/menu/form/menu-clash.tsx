import { menuIcons, type MenuDetail } from '@brigade/contract/system/menu/menu.model.ts'
import type { CallError } from '../../../platform/call-error.ts'
import { useWords } from '../../../platform/locale.ts'
import { FieldClash } from '../../../ui/form/field-clash.tsx'
import { iconText, menuFormText, menuWords } from '../menu-screen.text.ts'
import { typedOf, type Typed } from './menu-typed.ts'

type Props = {
  by: CallError
  /** The row when the edit began, and the row now. */
  base: MenuDetail
  now: MenuDetail
  mine: Typed
  onGoOn: (values: Typed) => void
}

/** Shows, field by field, what both people changed in this row, and which changes were taken over. */
export function MenuClash({ by, base, now, mine, onGoOn }: Props) {
  const m = useWords(menuWords)
  const w = useWords(menuFormText)
  const icons = useWords(iconText)
  const { name, enName, icon, url, isMainMenu, isOperation, operationCode } = mine
  const shown = (field: keyof Typed, values: Typed): string => {
    const value = values[field]
    if (field === 'icon') {
      const known = menuIcons.find((one) => one === value)
      return known === undefined ? w.noIcon : icons[known]
    }
    return typeof value === 'boolean' ? (value ? w.yes : w.no) : value
  }
  return (
    <FieldClash
      by={by}
      base={typedOf(base)}
      mine={{ name, enName, icon, url, isMainMenu, isOperation, operationCode }}
      theirs={typedOf(now)}
      labels={{
        name: w.zhName,
        enName: w.enName,
        icon: w.icon,
        url: m.address,
        isMainMenu: w.inMainMenu,
        isOperation: w.button,
        operationCode: m.code,
      }}
      shown={shown}
      onGoOn={onGoOn}
    />
  )
}
