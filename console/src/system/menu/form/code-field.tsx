import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import type { CodeOption } from '@brigade/contract/system/menu/menu.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { SelectField } from '../../../ui/field/select-field.tsx'
import type { OptionGroup } from '../../../ui/field/select-options.ts'
import { Box, Text } from '../../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { ScrollRegion } from '../../../ui/page/scroll-region.tsx'
import { menuFormText, menuWords } from '../menu-screen.text.ts'
import { useRowName } from '../use-row-name.ts'
import css from './menu-form.module.css'

type Props = {
  code: string
  isRequired: boolean
  /** The row itself, which is not one of the others that carry its code. */
  ownId: string | null
  error: string | undefined
  onChange: (code: string) => void
  onBlur: () => void
}

/** No code, as an option: codes hold a colon. */
const none = 'none'

/** The operation code of a row, with the rows that carry the code already and the calls that it opens. */
export function CodeField({ code, isRequired, ownId, error, onChange, onBlur }: Props) {
  const w = useWords(menuFormText)
  const m = useWords(menuWords)
  const locale = useLocale()
  const query = useQuery(ask(menuApi.codes, {}, { quiet: true }))
  if (query.data === undefined && query.error !== null)
    return <ErrorPanel message={query.error.message} onRetry={() => void query.refetch()} />
  const byNoun = Map.groupBy(query.data ?? [], ({ noun }) => noun[locale])
  const groups = [...byNoun].map(([group, codes]): OptionGroup => ({
    group,
    items: codes.map((one) => ({ value: one.code, label: `${group} · ${one.verb[locale]} (${one.code})` })),
  }))
  const chosen = query.data?.find((one) => one.code === code)
  return (
    <>
      <SelectField
        label={m.code}
        required={isRequired}
        searchable
        hint={w.codeHint}
        options={isRequired ? groups : [{ value: none, label: w.noCode }, ...groups]}
        value={code === '' ? (isRequired ? null : none) : code}
        error={error}
        onChange={(value) => onChange(value === null || value === none ? '' : value)}
        onBlur={onBlur}
      />
      {chosen === undefined ? null : <CodeFacts option={chosen} ownId={ownId} />}
    </>
  )
}

function CodeFacts({ option, ownId }: { option: CodeOption; ownId: string | null }) {
  const w = useWords(menuFormText)
  const locale = useLocale()
  const nameOf = useRowName()
  const others = option.rows.filter(({ id }) => id !== ownId)
  return (
    <ScrollRegion className={css.facts} label={option.code}>
      {others.length === 0 ? null : (
        <>
          <Text.b weight="500" tone="ink-3">
            {w.alsoIn}
          </Text.b>
          <Box.ul marginBottom="4">
            {others.map((row) => (
              <Text.li key={row.id} anywhere>
                {nameOf(row)}
              </Text.li>
            ))}
          </Box.ul>
        </>
      )}
      <Text.b weight="500" tone="ink-3">
        {w.calls}
      </Text.b>
      {option.calls.length === 0 ? <p>{w.noCalls}</p> : null}
      <Box.ul marginBottom="4">
        {option.calls.map(({ method, path, summary }) => (
          <Text.li key={`${method} ${path}`} anywhere>
            {summary[locale]} <span className="mono">{`${method} ${path}`}</span>
          </Text.li>
        ))}
      </Box.ul>
    </ScrollRegion>
  )
}
