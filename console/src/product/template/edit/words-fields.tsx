import type { Words } from '@brigade/contract/locale.ts'
import { useWords } from '../../../platform/locale.ts'
import { TextArea } from '../../../ui/field/text-area.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Grid, Box } from '../../../ui/layout/layout.tsx'
import { useTemplateContext } from '../field/template-context.ts'
import css from './edit.module.css'
import { editText } from './edit.text.ts'

type Props = {
  label: string
  path: string
  value: Words
  onChange: (value: Words) => void
  /** The maximum length in characters. */
  max: number
  /** A few lines each. */
  isLong?: boolean
  required?: boolean
}

const sides = ['en', 'zh'] as const

/** The two fields hold one text in both languages, side by side. */
export function WordsFields({ label, path, value, onChange, max, isLong = false, required = true }: Props) {
  const w = useWords(editText)
  const { problemAt } = useTemplateContext()
  const names = { en: w.inEnglish({ name: label }), zh: w.inChinese({ name: label }) }
  return (
    <Grid gap="0 16" columns="2" shrink className={css.pair}>
      {sides.map((side) => {
        const count = value[side].trim().length
        const shared = {
          label: names[side],
          required,
          value: value[side],
          error: problemAt(`${path}.${side}`),
          hint: count > max * 0.7 ? `${count} / ${max}` : undefined,
          onChange: (event: { currentTarget: { value: string } }) =>
            onChange({ ...value, [side]: event.currentTarget.value }),
        }
        return (
          <div key={side} data-path={`${path}.${side}`} lang={side}>
            {isLong ? <TextArea {...shared} rows={2} /> : <TextField {...shared} autoComplete="off" />}
          </div>
        )
      })}
    </Grid>
  )
}

type CellProps = {
  /** Assistive technology reads this label of the row and its content. */
  label: string
  path: string
  value: Words | undefined
  onChange: (value: Words | undefined) => void
  /** An empty field shows this placeholder. */
  placeholder: Words
}

/** A label of one's own in both languages, in a row; if it is empty the function's own name is shown. */
export function LabelCells({ label, path, value, onChange, placeholder }: CellProps) {
  const w = useWords(editText)
  const { problemAt } = useTemplateContext()
  const names = { en: w.inEnglish({ name: label }), zh: w.inChinese({ name: label }) }
  const change = (side: 'en' | 'zh', text: string): void => {
    const next = { en: value?.en ?? '', zh: value?.zh ?? '', [side]: text }
    onChange(next.en.trim() === '' && next.zh.trim() === '' ? undefined : next)
  }
  return sides.map((side) => (
    <Box key={side} shrink className="spoken-label" data-path={`${path}.${side}`} lang={side}>
      <TextField
        bare
        label={names[side]}
        value={value?.[side] ?? ''}
        placeholder={placeholder[side]}
        error={problemAt(`${path}.${side}`)}
        autoComplete="off"
        onChange={(event) => change(side, event.currentTarget.value)}
      />
    </Box>
  ))
}
