import { folded } from '@brigade/contract/letters/folded.ts'
import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useState } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { CheckList } from '../../ui/field/check-list.tsx'
import type { IconName } from '../../ui/icon/outlines.ts'
import { PopPanel } from '../../ui/menu/pop-panel.tsx'
import { historyText } from './history.text.ts'

type Props = {
  /** The button shows this label. */
  label: string
  icon?: IconName
  size?: 'small' | 'normal'
  properties: readonly Property[]
  most: number
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** The properties that are shown, up to a limit. */
export function PropertyChoice({
  label,
  icon = 'chart-line',
  size = 'normal',
  properties,
  most,
  chosen,
  onChange,
}: Props) {
  const w = useWords(historyText)
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const wanted = folded(typed.trim())
  const found = properties.filter((property) =>
    folded(`${property.identifier} ${property.name.en} ${property.name.zh}`).includes(wanted),
  )
  return (
    <PopPanel
      label={w.properties}
      position="bottom-start"
      target={
        <Button icon={icon} size={size} aria-haspopup="dialog">
          {label}
        </Button>
      }
    >
      <CheckList
        findLabel={w.find}
        typed={typed}
        onType={setTyped}
        items={found.map(({ identifier, name }) => ({ key: identifier, label: name[locale], detail: identifier }))}
        chosen={chosen}
        most={most}
        fullWords={w.most({ max: most })}
        onChange={onChange}
      />
    </PopPanel>
  )
}
