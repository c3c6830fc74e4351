import { readyMadeWords } from '@brigade/contract/product/product.text.ts'
import { useId } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import css from './form.module.css'
import { productFormText } from './form.text.ts'
import { starts, type Start } from './product-typed.ts'

type Props = { value: Start; onChange: (start: Start) => void; isCopyPossible: boolean }

/** Chooses the thing model that a new product model begins with. */
export function StartChoice({ value, onChange, isCopyPossible }: Props) {
  const w = useWords(productFormText)
  const locale = useLocale()
  const name = useId()
  const startWords: Readonly<Record<Start, { label: string; hint: string }>> = {
    empty: { label: w.empty, hint: w.emptyHint },
    'combi-oven': { label: readyMadeWords['combi-oven'][locale], hint: w.ovenHint },
    refrigerator: { label: readyMadeWords.refrigerator[locale], hint: w.coolerHint },
    'modbus-dtu': { label: readyMadeWords['modbus-dtu'][locale], hint: w.dtuHint },
    copy: { label: w.aCopy, hint: w.copyHint },
  }
  return (
    <fieldset className={css.start}>
      <legend className={css.legend}>{w.start}</legend>
      {starts
        .filter((start) => start !== 'copy' || isCopyPossible)
        .map((start) => (
          <div key={start} className={css.choice}>
            <input
              type="radio"
              id={`${name}-${start}`}
              name={name}
              aria-describedby={`${name}-${start}-says`}
              checked={start === value}
              onChange={() => onChange(start)}
            />
            <span>
              <label htmlFor={`${name}-${start}`}>{startWords[start].label}</label>
              <small id={`${name}-${start}-says`}>{startWords[start].hint}</small>
            </span>
          </div>
        ))}
    </fieldset>
  )
}
