import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { Id } from '@brigade/contract/field.ts'
import { partsApi } from '@brigade/contract/system/parts/parts.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useSession } from '../../platform/session.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Box, Stack } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import pageCss from '../../ui/page/page.module.css'
import { PartsEditor } from './parts-editor.tsx'
import css from './parts.module.css'
import { partsText } from './parts.text.ts'

const PartsSearch = z.object({ organisationId: Id.optional() })

/** The spare parts that the app offers with a device: one's own list, or that of an organisation below. */
export function PartsScreen() {
  const w = useWords(partsText)
  const [{ organisationId }, change] = useListSearch(PartsSearch)
  const own = useSession((session) => session.user?.organisation.id)
  const wanted = organisationId ?? own ?? ''
  const { data, error, refetch } = useQuery(ask(partsApi.detail, { organisationId: wanted }, { quiet: true }))
  return (
    <Box shrink>
      <div className={pageCss.title}>
        <h1>{w.title}</h1>
        <ListChoice
          value={wanted === own ? '' : wanted}
          onChange={(id) => change({ organisationId: id === '' ? undefined : id })}
        />
      </div>
      {data !== undefined ? (
        <PartsEditor key={wanted} organisationId={wanted} state={data} />
      ) : error === null ? (
        <Stack gap="8" padding="24 gutter" className={css.bones} role="status" aria-label={w.loading}>
          <Box.span radius="m" ground="hover" />
          <Box.span radius="m" ground="hover" />
          <Box.span radius="m" ground="hover" />
        </Stack>
      ) : (
        <ErrorPanel message={error.message} onRetry={() => void refetch()} />
      )}
    </Box>
  )
}

type ChoiceProps = { value: string; onChange: (organisationId: string) => void }

/** The choice selects the owner of the list. It is hidden for an organisation without distributors and agents below it. */
function ListChoice({ value, onChange }: ChoiceProps) {
  const w = useWords(partsText)
  const kind = useSession((session) => session.user?.organisation.kind)
  const mayHave = { distributor: kind === 'platform', agent: kind === 'platform' || kind === 'distributor' }
  const distributors = useQuery({
    ...ask(customerApi.organisations, { kind: 'distributor' }, { quiet: true }),
    enabled: mayHave.distributor,
  })
  const agents = useQuery({
    ...ask(customerApi.organisations, { kind: 'agent' }, { quiet: true }),
    enabled: mayHave.agent,
  })
  const groups = [
    { group: w.distributors, items: distributors.data ?? [] },
    { group: w.agents, items: agents.data ?? [] },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ group, items }) => ({ group, items: items.map(({ id, name }) => ({ value: id, label: name })) }))
  if (groups.length === 0) return null
  return (
    <Box.span padding="8 0" block className={css.ofList}>
      <SelectField
        bare
        searchable
        label={w.listOf}
        options={[{ value: '', label: w.ownList }, ...groups]}
        value={value}
        onChange={(id) => onChange(id ?? '')}
      />
    </Box.span>
  )
}
