import type { DataType } from '@brigade/contract/thing-model/thing-model.model.ts'
import { useWords } from '../platform/locale.ts'
import { useUnits } from '../platform/units.ts'
import { Button, IconButton } from '../ui/button/button.tsx'
import { Box, Row, Stack, Text } from '../ui/layout/layout.tsx'
import { messagesBelow, typedOf, type Typed } from './command-draft.ts'
import { commandText } from './command.text.ts'
import css from './command.module.css'
import { MemberFields } from './member-fields.tsx'
import { ValueField } from './value-field.tsx'

type ListType = Extract<DataType, { type: 'array' }>
type Props = {
  label: string
  dataType: ListType
  typed: Typed
  onChange: (typed: Typed) => void
  /** Messages by path below this list: `0.Temp`, `1`. */
  errors: Readonly<Record<string, string>>
  /** A field in it was left, by its path below this list. */
  onLeave: (path: string) => void
}

/** A list of values or of structures, such as the stages of a programme: add, copy, move, remove. */
export function ListField({ label, dataType, typed, onChange, errors, onLeave }: Props) {
  const w = useWords(commandText)
  const units = useUnits()
  const items: readonly Typed[] = isList(typed) ? typed : []
  const isFull = items.length >= dataType.size
  const replace = (index: number, item: Typed): void => onChange(items.map((old, at) => (at === index ? item : old)))
  const insert = (at: number, item: Typed): void => onChange([...items.slice(0, at), item, ...items.slice(at)])
  const swap = (index: number): void => {
    const [before, item] = [items[index - 1], items[index]]
    if (before !== undefined && item !== undefined)
      onChange([...items.slice(0, index - 1), item, before, ...items.slice(index + 1)])
  }
  return (
    <Stack.fieldset gap="8" margin="0" padding="0" border="none" justifyItems="start" shrink across>
      <legend className={css.label}>{label}</legend>
      {items.length === 0 ? <Empty /> : null}
      <Stack.ol gap="8" full>
        {items.map((item, index) => (
          <Box.li key={index} padding="4 12 0" border="line" radius="s" ground="canvas" className={css.item}>
            <Row align="center">
              <Text.b weight="600" grow>
                {w.item({ n: index + 1 })}
              </Text.b>
              <IconButton
                size="small"
                icon="arrow-up"
                label={w.moveUp({ n: index + 1 })}
                disabledReason={index === 0 ? w.isFirst : undefined}
                onClick={() => swap(index)}
              />
              <IconButton
                size="small"
                icon="copy"
                label={w.copyItem({ n: index + 1 })}
                disabledReason={isFull ? w.full({ max: dataType.size }) : undefined}
                onClick={() => insert(index + 1, item)}
              />
              <IconButton
                size="small"
                icon="trash"
                label={w.removeItem({ n: index + 1 })}
                onClick={() => onChange(items.filter((_, at) => at !== index))}
              />
            </Row>
            {dataType.item.type === 'struct' ? (
              <MemberFields
                dataType={dataType.item}
                typed={item}
                first=""
                otherwise="choose"
                onChange={(next) => replace(index, next)}
                errors={messagesBelow(String(index), errors)}
                onLeave={(path) => onLeave(`${index}.${path}`)}
              />
            ) : (
              <ValueField
                label={w.item({ n: index + 1 })}
                dataType={dataType.item}
                typed={item}
                start="choose"
                onChange={(next) => replace(index, next)}
                error={errors[index]}
                onBlur={() => onLeave(String(index))}
              />
            )}
          </Box.li>
        ))}
      </Stack.ol>
      <Button
        size="small"
        icon="plus"
        disabledReason={isFull ? w.full({ max: dataType.size }) : undefined}
        // A stage is most often like the one before it.
        onClick={() => onChange([...items, items.at(-1) ?? typedOf(dataType.item, undefined, units)])}
      >
        {w.addItem({ n: items.length, max: dataType.size })}
      </Button>
    </Stack.fieldset>
  )
}

function Empty() {
  const w = useWords(commandText)
  return (
    <Text.p size="xs" line="20" tone="ink-3" className={css.hint}>
      {w.listEmpty}
    </Text.p>
  )
}

const isList = (typed: Typed): typed is readonly Typed[] => Array.isArray(typed)
