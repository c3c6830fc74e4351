import { containsTyped } from '@brigade/contract/letters/folded.ts'
import { partLimits } from '@brigade/contract/system/parts/parts.model.ts'
import { useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { PopPanel } from '../../ui/menu/pop-panel.tsx'
import { ScrollRegion } from '../../ui/page/scroll-region.tsx'
import type { Models } from './models.ts'
import css from './parts.module.css'
import { partsText } from './parts.text.ts'

type Props = {
  productIds: string[]
  models: Models
  error: string | undefined
  onChange: (productIds: string[]) => void
}

/** The models that a part fits, each to be taken off, and a panel to choose them from. */
export function PartModels({ productIds, models, error, onChange }: Props) {
  const w = useWords(partsText)
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={css.fits} role="group" aria-label={w.fits}>
      <span className={css.fieldLabel}>{w.fits}</span>
      {productIds.length === 0 ? null : (
        <ul className={css.chips}>
          {productIds.map((id) => {
            const name = models.names.get(id) ?? (models.isThere ? w.goneModel : '')
            return (
              <li key={id} className={models.isThere && !models.names.has(id) ? css.gone : undefined}>
                <span>{name}</span>
                <IconButton
                  size="tiny"
                  icon="x"
                  label={w.takeOff({ name })}
                  onClick={() => onChange(productIds.filter((one) => one !== id))}
                />
              </li>
            )
          })}
        </ul>
      )}
      <PopPanel
        label={w.chooseModels}
        position="bottom-start"
        isOpen={isOpen}
        onOpenChange={setOpen}
        flush
        target={
          <Button size="small" aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {w.chooseModels}
          </Button>
        }
      >
        <ModelChoice productIds={productIds} models={models} onChange={onChange} />
      </PopPanel>
      <span className={error === undefined ? css.note : css.wrongNote} role="status">
        {error ?? (productIds.length === 0 ? w.fitsAll : '')}
      </span>
    </div>
  )
}

function ModelChoice({ productIds, models, onChange }: Omit<Props, 'error'>) {
  const w = useWords(partsText)
  const [typed, setTyped] = useState('')
  const found = models.groups
    .map(({ group, items }) => ({
      group,
      items: items.filter(({ label }) => containsTyped([`${group} ${label}`], typed)),
    }))
    .filter(({ items }) => items.length > 0)
  const isFull = productIds.length >= partLimits.products
  return (
    <div className={css.choice}>
      <TextField
        bare
        startsFocused
        icon="search"
        label={w.findModel}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ScrollRegion className={css.choiceList} label={w.chooseModels}>
        {found.length === 0 ? <p className={css.note}>{w.noModel}</p> : null}
        {found.map(({ group, items }) => (
          <fieldset key={group}>
            <legend>{group}</legend>
            {items.map(({ value, label }) => {
              const isChosen = productIds.includes(value)
              return (
                <Checkbox
                  key={value}
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={(next) =>
                    onChange(next ? [...productIds, value] : productIds.filter((one) => one !== value))
                  }
                >
                  {label}
                </Checkbox>
              )
            })}
          </fieldset>
        ))}
      </ScrollRegion>
    </div>
  )
}
