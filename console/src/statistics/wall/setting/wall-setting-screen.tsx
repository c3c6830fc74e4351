import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { WallLinkSearch } from '@brigade/contract/statistics/wall/wall.model.ts'
import { useQuery } from '@tanstack/react-query'
import { organisationSource } from '../../../customer/organisation-filter-select.tsx'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { useListSearch } from '../../../shell/use-list-search.ts'
import { CascadeField } from '../../../ui/field/cascade/cascade-field.tsx'
import { Box, Grid, Row, Text } from '../../../ui/layout/layout.tsx'
import { ListPage } from '../../../ui/list-page/list-page.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { Settling } from '../../../ui/page/settling.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { LinkList } from './link-list.tsx'
import { SettingForm } from './setting-form.tsx'
import css from './setting.module.css'
import { settingText } from './setting.text.ts'

/** The settings of an organisation's data wall, and its links. Organisations above it may change them too. */
export function WallSettingScreen() {
  const w = useWords(settingText)
  const [{ organisation }, change] = useListSearch(WallLinkSearch, 'wall.link')
  const of = organisation === undefined ? {} : { organisation }
  const { data, error, refetch } = useQuery(ask(wallApi.setting, of, { quiet: true }))
  const own = organisation === undefined ? data?.organisation : undefined
  const below = useQuery({
    ...ask(customerApi.organisations, { parentId: own?.id }, { quiet: true }),
    enabled: own !== undefined,
  })
  const query = organisation === undefined ? '' : `?organisation=${organisation}`
  return (
    <ListPage
      title={w.title}
      primary={
        <Row.span gap="16" nowrap>
          <Text.a tone="link" weight="550" href={`/data/dataWatch${query}`}>
            {w.openZh}
          </Text.a>
          <Text.a tone="link" weight="550" href={`/data/dataWatchEn${query}`}>
            {w.openEn}
          </Text.a>
        </Row.span>
      }
    >
      <Settling isKnown={(data !== undefined || error !== null) && !below.isLoading}>
        <Grid gap="24" padding="0 24 24" columns="1" className={css.page}>
          <OrganisationChoice
            organisation={organisation}
            own={own}
            hasBelow={(below.data ?? []).length > 0}
            onChange={(chosen) => change({ organisation: chosen, pageNum: undefined })}
          />
          {error !== null && data === undefined ? (
            <ErrorPanel message={error.message} onRetry={() => void refetch()} />
          ) : (
            <Panel title={w.look} note={data === undefined ? undefined : w.of({ name: data.organisation.name })}>
              <Box padding="16" className={css.form} aria-busy={data === undefined}>
                {data === undefined ? null : (
                  <SettingForm key={`${data.organisation.id} ${data.updatedAt ?? ''}`} setting={data} />
                )}
              </Box>
            </Panel>
          )}
          <Panel title={w.links} note={w.linksHint}>
            <LinkList own={data?.organisation} />
          </Panel>
        </Grid>
      </Settling>
    </ListPage>
  )
}

type ChoiceProps = {
  organisation: string | undefined
  /** The own organisation, unless another is chosen. */
  own: { id: string; name: string } | undefined
  hasBelow: boolean
  onChange: (organisation: string | undefined) => void
}

/** Which organisation is set up; absent where there is none below the own one. */
function OrganisationChoice({ organisation, own, hasBelow, onChange }: ChoiceProps) {
  const w = useWords(settingText)
  if (organisation === undefined && !hasBelow) return null
  return (
    <div className={css.organisation}>
      <CascadeField
        label={w.wallOf}
        placeholder={own?.name}
        source={organisationSource}
        value={organisation === undefined ? [] : [organisation]}
        onChange={([chosen]) => onChange(chosen)}
      />
    </div>
  )
}
