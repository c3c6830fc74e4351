import { folded } from '@brigade/contract/letters/folded.ts'
import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useState } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import type { IconName } from '../../ui/icon/outlines.ts'
import { PopPanel } from '../../ui/menu/pop-panel.tsx'
import { historyText } from './history.text.ts'
import css from './history.module.css'

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
  const isFull = chosen.length >= most
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
      <TextField
        bare
        label={w.find}
        icon="search"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={css.choices}>
        {found.map((property) => {
          const isChosen = chosen.includes(property.identifier)
          return (
            <Checkbox
              key={property.identifier}
              checked={isChosen}
              disabled={isFull && !isChosen}
              onChange={(checked) =>
                onChange(
                  checked ? [...chosen, property.identifier] : chosen.filter((one) => one !== property.identifier),
                )
              }
            >
              {property.name[locale]}
              <small className="mono">{property.identifier}</small>
            </Checkbox>
          )
        })}
      </div>
      {isFull ? <p className={css.hint}>{w.most({ max: most })}</p> : null}
    </PopPanel>
  )
}
