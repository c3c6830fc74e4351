import { thingModelLimits } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { itemsInLines } from './enum-lines.ts'
import { useFormFields } from './form-fields.ts'
import css from './function.module.css'
import { functionText } from './function.text.ts'
import { LineList } from './line-list.tsx'
import { PathField } from './path-field.tsx'
import { newKey, type TypedItem } from '../typed/typed-type.ts'

type Props = { path: string; items: readonly TypedItem[]; onChange: (items: readonly TypedItem[]) => void }

const most = thingModelLimits.enumItems

/** The items of an enumeration: the value first, then its label in both languages. */
export function EnumPart({ path, items, onChange }: Props) {
  const w = useWords(functionText)
  const { errorOf } = useFormFields()
  const [pasted, setPasted] = useState<string | null>(null)
  const error = errorOf(path)
  const change = (index: number, patch: Partial<TypedItem>): void =>
    onChange(items.map((item, at) => (at === index ? { ...item, ...patch } : item)))
  const next = (): string =>
    String(Math.max(-1, ...items.map(({ value }) => Number(value)).filter(Number.isInteger)) + 1)
  const addLines = (text: string): void => {
    // A line nothing was typed in makes room.
    const kept = items.filter(({ value, en, zh }) => value.trim() !== '' && `${en}${zh}`.trim() !== '')
    onChange([...kept, ...itemsInLines(text, kept)].slice(0, most))
    setPasted(null)
  }
  return (
    <fieldset className={css.group}>
      <legend className={css.label}>{w.items}</legend>
      <p className={css.hint}>{w.itemsHint}</p>
      <LineList
        lines={items}
        onChange={onChange}
        most={most}
        nameOf={(_, index) => w.itemNth({ n: index + 1 })}
        copyOf={(item) => ({ ...item, key: newKey(), value: next() })}
        head={(item, index) => (
          <div className={css.item}>
            <PathField
              path={`${path}.${index}.value`}
              label={w.value}
              required
              inputMode="numeric"
              value={item.value}
              onChange={(value) => change(index, { value })}
              onLines={addLines}
            />
            <PathField
              path={`${path}.${index}.en`}
              label={w.inEnglish}
              required
              value={item.en}
              onChange={(en) => change(index, { en })}
              onLines={addLines}
            />
            <PathField
              path={`${path}.${index}.zh`}
              label={w.inChinese}
              required
              value={item.zh}
              onChange={(zh) => change(index, { zh })}
              onLines={addLines}
            />
          </div>
        )}
      />
      {error === undefined ? null : (
        <p className={css.wrong} role="alert">
          <StateShape name="error" size="tiny" />
          {error}
        </p>
      )}
      <div className={css.adds}>
        <Button
          size="small"
          icon="plus"
          disabledReason={items.length >= most ? w.full({ max: most }) : undefined}
          onClick={() => onChange([...items, { key: newKey(), value: next(), en: '', zh: '' }])}
        >
          {w.addItem({ n: items.length, max: most })}
        </Button>
        <Button
          size="small"
          look="quiet"
          aria-expanded={pasted !== null}
          onClick={() => setPasted(pasted === null ? '' : null)}
        >
          {w.pasteItems}
        </Button>
      </div>
      {pasted === null ? null : (
        <div className={css.pasting}>
          <TextArea
            label={w.lines}
            rows={4}
            bare
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
          />
          <Button size="small" onClick={() => addLines(pasted)}>
            {w.takeLines}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
