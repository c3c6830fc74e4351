import type { RecipeDetail } from '@brigade/contract/recipe/recipe.model.ts'
import { useCan } from '../../platform/can.ts'
import { useRecent } from '../../platform/habits/recent.ts'
import { useActButton } from '../../shell/acts/use-act.tsx'
import { recipeActs } from '../recipe-acts.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { HeadCard } from '../../ui/page/head-card.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { uiText } from '../../ui/ui.text.ts'
import { BatchDialogs, type PendingBatch } from '../list/batch-dialogs.tsx'
import { listText } from '../list/list.text.ts'
import { detailHref, editHref, listHref, recipeTabs, translateHref, type RecipeTab } from '../recipe-address.ts'
import { RecipeBadge } from '../recipe-badge.tsx'
import { useRecipeName } from '../recipe-names.ts'
import { RecipePicture } from '../recipe-picture.tsx'
import { recipeWords } from '../recipe.text.ts'
import { OvensTab } from '../oven/ovens-tab.tsx'
import { ovenText } from '../oven/oven.text.ts'
import { KitchenPrint } from '../print/kitchen-print.tsx'
import { useDuplicate } from '../use-duplicate.ts'
import { detailText } from './detail.text.ts'
import { RecipeContentTab } from './recipe-content.tsx'
import { VersionsTab } from './versions.tsx'

/** One recipe: its head, then the tab the address names. */
export function RecipeDetailScreen({ recipe, tab }: { recipe: RecipeDetail; tab: RecipeTab }) {
  const w = useWords(detailText)
  const o = useWords(ovenText)
  const labels = { recipe: w.recipeTab, ovens: o.ovensTab, versions: w.versionsTab, print: w.printTab }
  return (
    <>
      <Head recipe={recipe} />
      <Tabs
        label={w.tabs}
        current={tab}
        tabs={recipeTabs.map((key) => ({
          key,
          label: labels[key],
          href: detailHref(recipe.id, key),
          count: key === 'ovens' ? countOf(recipe.ovens) : undefined,
        }))}
      />
      {tab === 'recipe' ? <RecipeContentTab recipe={recipe} /> : null}
      {tab === 'ovens' ? <OvensTab recipe={recipe} /> : null}
      {tab === 'versions' ? <VersionsTab recipe={recipe} /> : null}
      {tab === 'print' ? <KitchenPrint recipe={recipe} /> : null}
    </>
  )
}

/** Without ovens the tab has no figure. */
const countOf = (counts: RecipeDetail['ovens']): number | undefined =>
  Object.values(counts).reduce((sum, each) => sum + each, 0) || undefined

function Head({ recipe }: { recipe: RecipeDetail }) {
  const r = useWords(recipeWords)
  const nameOf = useRecipeName()
  const can = useCan()
  const [pending, setPending] = useKept<PendingBatch | null>('recipes to change', null)
  const duplicate = useDuplicate()
  const { id, isOwn, status } = recipe
  useRecent('recipe', id)
  const isOut = status !== 'unpublished'
  const mayPublish = isOwn && can(recipeActs.publish.code)
  const publish = useActButton(isOwn && status !== 'published' ? recipeActs.publish : null, () =>
    setPending({ kind: 'publish', rows: [recipe] }),
  )
  return (
    <>
      <HeadCard
        name={nameOf(recipe.names, recipe.baseLanguage) || r.noName}
        picture={<RecipePicture fileId={recipe.pictureFileId} size="head" />}
        state={<RecipeBadge status={status} />}
        facts={[
          <span key="code" className="mono">
            {recipe.code}
          </span>,
          recipe.category === null ? '' : nameOf(recipe.category.names),
          recipe.creator,
          isOwn ? '' : r.fromAbove,
        ]}
        figures={[
          {
            key: 'version',
            label: r.version,
            value: recipe.publishedVersion === null ? '-' : `v${recipe.publishedVersion}`,
          },
          { key: 'favourites', label: r.favourites, value: formatNumber(recipe.favourites) },
          { key: 'downloads', label: r.downloads, value: formatNumber(recipe.downloads) },
          { key: 'cooked', label: r.cooked, value: formatNumber(recipe.cooked) },
          { key: 'updated', label: r.updated, value: formatTime(recipe.updatedAt) },
        ]}
        actions={
          <>
            {isOwn && can('recipe:update') ? (
              <Button icon="pencil" onClick={() => go(editHref(id))}>
                {r.edit}
              </Button>
            ) : null}
            {publish}
            <MoreActions
              recipe={recipe}
              onCancel={mayPublish && isOut ? () => setPending({ kind: 'cancel', rows: [recipe] }) : undefined}
              onRemove={
                isOwn && can('recipe:remove') ? () => setPending({ kind: 'remove', rows: [recipe] }) : undefined
              }
              onDuplicate={can('recipe:create') ? () => duplicate.mutate(id) : undefined}
            />
          </>
        }
      />
      <BatchDialogs
        pending={pending}
        onClose={() => setPending(null)}
        onDone={() => {
          if (pending?.kind === 'remove') go(listHref)
        }}
      />
    </>
  )
}

type MoreProps = {
  recipe: RecipeDetail
  onCancel: (() => void) | undefined
  onRemove: (() => void) | undefined
  onDuplicate: (() => void) | undefined
}

function MoreActions({ recipe, onCancel, onRemove, onDuplicate }: MoreProps) {
  const r = useWords(recipeWords)
  const l = useWords(listText)
  const u = useWords(uiText)
  return (
    <ActionMenu
      target={<IconButton icon="dots" label={u.moreActions} />}
      actions={[
        { key: 'translate', icon: 'language', label: r.translate, href: translateHref(recipe.id) },
        ...(onDuplicate === undefined
          ? []
          : [{ key: 'duplicate', icon: 'copy' as const, label: r.duplicate, onClick: onDuplicate }]),
        ...(onCancel === undefined
          ? []
          : [{ key: 'cancel', icon: 'stop' as const, label: r.cancelPublish, onClick: onCancel }]),
        ...(onRemove === undefined
          ? []
          : [
              {
                key: 'remove',
                icon: 'trash' as const,
                label: r.remove,
                danger: true,
                startsGroup: true,
                disabledReason: recipe.status === 'unpublished' ? undefined : l.isPublished,
                onClick: onRemove,
              },
            ]),
      ]}
    />
  )
}
