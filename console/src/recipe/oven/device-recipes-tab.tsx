import type { OvenRecipes } from '@brigade/contract/recipe/oven.model.ts'
import { recipeLanguageWords } from '@brigade/contract/recipe/recipe-language.text.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useCan } from '../../platform/can.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { EmptyPanel } from '../../ui/page/empty-panel.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { FactList } from '../../ui/page/fact-list.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { Box, Grid } from '../../ui/layout/layout.tsx'
import { recipesOf } from '../recipe-address.ts'
import { HeldList } from './held-list.tsx'
import css from './oven.module.css'
import { ovenText } from './oven.text.ts'
import { useOvenRecipes, useOvenRecipesLive } from './use-cooking.ts'

/** Recipes of one oven: those that it holds and should hold, and those that were made at it. */
export function DeviceRecipesTab({ deviceId, sn }: { deviceId: string; sn: string }) {
  const w = useWords(ovenText)
  const can = useCan()
  const { data, error, refetch } = useOvenRecipes(deviceId, true)
  if (!can('recipe:view')) return <EmptyPanel icon="lock" title={w.notAllowed} hint={w.notAllowedHint} />
  if (data !== undefined) return data.keeps ? <Keeping recipes={data} sn={sn} /> : <KeepsNone recipes={data} />
  if (error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return <Box margin="16 24" radius="m" ground="hover" className={css.bones} aria-busy="true" />
}

/** A model without the module shows which other functions it has. */
function KeepsNone({ recipes: { product, takesPrograms } }: { recipes: OvenRecipes }) {
  const w = useWords(ovenText)
  const nameOf = useNameOf()
  const model = { name: nameOf(product.name) }
  return (
    <EmptyPanel
      icon="chef-hat"
      title={takesPrograms ? w.cooksOnly(model) : w.keepsNone(model)}
      hint={takesPrograms ? w.cooksOnlyHint : w.keepsNoneHint}
    />
  )
}

function Keeping({ recipes, sn }: { recipes: OvenRecipes; sn: string }) {
  const w = useWords(ovenText)
  const { deviceId, own } = recipes
  const counts = useOvenRecipesLive(deviceId)
  const missing = recipesOf({ notHeldBy: sn })
  return (
    <Grid gap="16" columns="1" className={css.tab}>
      <div className={css.inset}>
        <Panel title={w.kept} note={<a href={missing}>{w.missing}</a>}>
          <KeptFacts recipes={recipes} />
        </Panel>
      </div>
      <div>
        <HeldList
          of={{ deviceId }}
          counts={counts ?? recipes.counts}
          empty={{
            title: w.noRecipes,
            hint: w.noRecipesHint,
            action: <a href={missing}>{w.openRecipes}</a>,
          }}
        />
      </div>
      {own.length === 0 ? null : (
        <div className={css.inset}>
          <Panel title={w.own} note={w.ownNote}>
            <PlainTable
              label={w.own}
              rows={own}
              rowKey={({ id }) => id}
              maxHeight={240}
              columns={[
                { key: 'id', title: w.ownId, cell: ({ id }) => <span className="mono">{id}</span> },
                {
                  key: 'version',
                  title: w.held,
                  width: 120,
                  align: 'end',
                  cell: ({ version }) => (version === 0 ? '' : `v${version}`),
                },
              ]}
            />
          </Panel>
        </div>
      )}
    </Grid>
  )
}

/** The values that the oven reported, with the time of the report: a value that it never reported is a dash. */
function KeptFacts({ recipes: { agrees, room, listedAt, languages } }: { recipes: OvenRecipes }) {
  const w = useWords(ovenText)
  const locale = useLocale()
  const agreement =
    agrees === null ? (
      ''
    ) : agrees ? (
      <StateBadge shape="completed" word={w.agrees} />
    ) : (
      <StateBadge shape="replaced" tone="warn" word={w.differs} />
    )
  return (
    <FactList
      facts={[
        { key: 'agrees', label: w.againstWanted, value: agreement },
        { key: 'room', label: w.room, value: room === null ? '' : formatNumber(room) },
        { key: 'listed', label: w.listed, value: listedAt === null ? '' : formatTime(listedAt) },
        {
          key: 'languages',
          label: w.panelLanguages,
          value: languages.map((language) => recipeLanguageWords[language][locale]).join(locale === 'zh' ? '、' : ', '),
        },
      ]}
    />
  )
}
