import { thingModelLimits } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Grid, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { itemsInLines } from './enum-lines.ts'
import { useFormFields } from './form-fields.ts'
import css from './function.module.css'
import { functionText } from './function.text.ts'
import { LineList } from './line-list.tsx'
import { PathField } from './path-field.tsx'
import { newKey, type TypedItem } from '../typed/typed-type.ts'

type Props = { path: string; items: readonly TypedItem[]; onChange: (items: readonly TypedItem[]) => void }

const most = thingModelLimits.enumItems

/** The items of an enumeration: a value, and its label in both languages. */
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
    // An empty line makes room for a pasted one.
    const kept = items.filter(({ value, en, zh }) => value.trim() !== '' && `${en}${zh}`.trim() !== '')
    onChange([...kept, ...itemsInLines(text, kept)].slice(0, most))
    setPasted(null)
  }
  return (
    <Stack.fieldset gap="8" margin="0 0 8" padding="0" border="none" shrink className={css.group}>
      <legend className={css.label}>{w.items}</legend>
      <Text.p size="xs" line="20" tone="ink-3" className={css.hint}>
        {w.itemsHint}
      </Text.p>
      <LineList
        lines={items}
        onChange={onChange}
        most={most}
        nameOf={(_, index) => w.itemNth({ n: index + 1 })}
        copyOf={(item) => ({ ...item, key: newKey(), value: next() })}
        head={(item, index) => (
          <ItemFields
            item={item}
            path={`${path}.${index}`}
            onChange={(patch) => change(index, patch)}
            onLines={addLines}
          />
        )}
      />
      {error === undefined ? null : (
        <p className={css.wrong} role="alert">
          <StateShape name="error" size="tiny" />
          {error}
        </p>
      )}
      <Row gap="8">
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
      </Row>
      {pasted === null ? null : (
        <Stack gap="8" justifyItems="start" className={css.pasting}>
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
        </Stack>
      )}
    </Stack.fieldset>
  )
}

type ItemProps = {
  item: TypedItem
  path: string
  onChange: (patch: Partial<TypedItem>) => void
  onLines: (text: string) => void
}

function ItemFields({ item, path, onChange, onLines }: ItemProps) {
  const w = useWords(functionText)
  return (
    <Grid gap="0 8" paddingTop="6" grow shrink className={css.item}>
      <PathField
        path={`${path}.value`}
        label={w.value}
        required
        inputMode="numeric"
        value={item.value}
        onChange={(value) => onChange({ value })}
        onLines={onLines}
      />
      <PathField
        path={`${path}.en`}
        label={w.inEnglish}
        required
        value={item.en}
        onChange={(en) => onChange({ en })}
        onLines={onLines}
      />
      <PathField
        path={`${path}.zh`}
        label={w.inChinese}
        required
        value={item.zh}
        onChange={(zh) => onChange({ zh })}
        onLines={onLines}
      />
    </Grid>
  )
}
