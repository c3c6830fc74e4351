import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useState } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { PopPanel } from '../../ui/menu/pop-panel.tsx'
import { mostCurves } from './history-search.ts'
import { historyText } from './tabs.text.ts'
import css from './tabs.module.css'

type Props = {
  properties: readonly Property[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** Which properties a curve shows, at most as many as can be told apart. */
export function PropertyChoice({ properties, chosen, onChange }: Props) {
  const w = useWords(historyText)
  const locale = useLocale()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLocaleLowerCase()
  const found = properties.filter((property) =>
    `${property.identifier} ${property.name.en} ${property.name.zh}`.toLocaleLowerCase().includes(wanted),
  )
  const isFull = chosen.length >= mostCurves
  return (
    <PopPanel
      label={w.properties}
      position="bottom-start"
      target={
        <Button icon="chart-line" aria-haspopup="dialog">
          {w.choose({ count: chosen.length, max: mostCurves })}
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
      {isFull ? <p className={css.hint}>{w.most({ max: mostCurves })}</p> : null}
    </PopPanel>
  )
}
