import type { RecipeDetail, RecipeLanguage } from '@brigade/contract/recipe/recipe.model.ts'
import { useEffect, useMemo, useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { useSession } from '../../platform/session.ts'
import { UnsavedGuard } from '../../shell/unsaved-guard.tsx'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { Box, Grid, Row, Stack } from '../../ui/layout/layout.tsx'
import { HeadBones } from '../../ui/page/head-card.tsx'
import { CurveCard } from '../curve/curve-card.tsx'
import { RecipeBadge } from '../recipe-badge.tsx'
import { detailHref, listHref, translateHref } from '../recipe-address.ts'
import { recipeWords } from '../recipe.text.ts'
import { useDuplicate } from '../use-duplicate.ts'
import { AboutCard } from './about-card.tsx'
import type { Editing } from './editing.ts'
import css from './editor.module.css'
import { editorText } from './editor.text.ts'
import { IngredientsCard } from './ingredients-card.tsx'
import { RecipeClash } from './recipe-clash.tsx'
import { SaveFoot } from './save-foot.tsx'
import { StagesCard } from './stages-card.tsx'
import { newRecipe, typedOf, withStage } from './draft/typed-recipe.ts'
import type { KeptDraft } from './draft/kept-draft.ts'
import { useKeptDraft } from './draft/use-kept-draft.ts'
import { useProblems } from './use-problems.ts'
import { useRecipeDraft, type RecipeDraftState } from './draft/use-recipe-draft.ts'
import { useSaveRecipe } from './draft/use-save-recipe.ts'

/** Edits a recipe: a new one, or its draft. It waits for the account, because unsaved text is stored by account. */
export function RecipeEditor({ recipe }: { recipe: RecipeDetail | null }) {
  const account = useSession(({ user }) => user?.id)
  return account === undefined ? <HeadBones figures={4} /> : <Opening key={account} account={account} recipe={recipe} />
}

type Props = { account: string; recipe: RecipeDetail | null }

function Opening({ account, recipe }: Props) {
  const kept = useKeptDraft(account, recipe?.id ?? null)
  return kept === undefined ? <HeadBones figures={4} /> : <Editor account={account} recipe={recipe} kept={kept} />
}

function Editor({ account, recipe, kept }: Props & { kept: KeptDraft | null }) {
  const can = useCan()
  const locale = useLocale()
  const id = recipe?.id ?? null
  const [from] = useState(() =>
    recipe === null
      ? { typed: newRecipe(locale), updatedAt: null }
      : { typed: typedOf(recipe), updatedAt: recipe.updatedAt },
  )
  const draft = useRecipeDraft({ account, id, from, kept })
  const saving = useSaveRecipe(id, draft)
  const problems = useProblems(draft.typed, saving.refused, recipe === null)
  const editing = useEditing(draft, problems)
  const [isCancelling, setCancelling] = useState(false)
  useUndoKeys(draft)
  const back = id === null ? listHref : detailHref(id)
  const save = (publish: boolean): void => {
    problems.tryAll()
    if (problems.blocksSaving || (publish && problems.blocksPublishing)) return
    void saving.save(publish)
  }
  const wrongStages = useWrongStages(problems)
  return (
    <Stack flex ground="canvas" className={css.screen}>
      <Box padding="16 gutter 24" grow className={css.page}>
        <EditorTop recipe={recipe} draft={draft} />
        <Restored draft={draft} />
        {saving.clash === null ? null : (
          <RecipeClash
            clash={saving.clash}
            base={draft.start.typed}
            mine={draft.typed}
            onGoOn={(typed) => {
              if (saving.clash === null) return
              draft.begin({ typed: saving.clash.theirs, updatedAt: saving.clash.updatedAt }, typed)
              saving.endClash()
            }}
          />
        )}
        <Grid gap="16" align="start" className={css.columns}>
          <Stack gap="16" shrink className={css.left}>
            <AboutCard editing={editing} unfit={problems.unfit} />
            <IngredientsCard editing={editing} />
          </Stack>
          <Stack gap="16" shrink className={css.right}>
            <div className={css.card}>
              <CurveCard
                content={draft.typed}
                wrong={wrongStages}
                onStage={(index, stage) => draft.change((before) => withStage(before, index, stage))}
              />
            </div>
            <StagesCard editing={editing} stageProblems={problems.ofStage} />
          </Stack>
        </Grid>
      </Box>
      <SaveFoot
        editing={editing}
        problems={problems}
        isDirty={draft.isDirty}
        isBusy={saving.isBusy}
        onCancel={() => (draft.isDirty ? setCancelling(true) : go(back))}
        onSave={() => save(false)}
        onPublish={can('recipe:publish') ? () => save(true) : undefined}
      />
      <UnsavedGuard when={draft.isDirty && !draft.isKept} keys={['id']} />
      <CancelDialog draft={draft} isOpen={isCancelling} back={back} onClose={() => setCancelling(false)} />
    </Stack>
  )
}

type CancelProps = { draft: RecipeDraftState; isOpen: boolean; back: string; onClose: () => void }

function CancelDialog({ draft, isOpen, back, onClose }: CancelProps) {
  const w = useWords(editorText)
  return (
    <ConfirmAction
      title={w.discardTitle}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={w.discard}
      cancelLabel={w.keepEditing}
      danger
      onConfirm={() => {
        draft.discard()
        go(back)
      }}
    >
      {w.discardBody}
    </ConfirmAction>
  )
}

function useEditing(draft: RecipeDraftState, problems: ReturnType<typeof useProblems>): Editing {
  const { typed, change, step } = draft
  const locale = useLocale()
  const [chosen, setLanguage] = useState<RecipeLanguage | null>(null)
  // The open tab follows the language of the console until another is chosen.
  const wanted = chosen ?? locale
  // A language that was undone is no longer there to be written.
  const language = typed.languages.includes(wanted) ? wanted : typed.baseLanguage
  return { typed, change, step, language, setLanguage, at: problems.at, leave: problems.leave }
}

function useWrongStages({ all }: ReturnType<typeof useProblems>): ReadonlySet<number> {
  const key = [...new Set(all.flatMap(({ path }) => /^stages\.(\d+)\./.exec(path)?.[1] ?? []))].join(',')
  return useMemo(() => new Set(key === '' ? [] : key.split(',').map(Number)), [key])
}

/** Undo and redo by their usual keys in every field, because a field's own history knows only its letters. */
function useUndoKeys({ undo, redo }: RecipeDraftState): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
      if (!isRedo && key !== 'z') return
      if (document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      if (isRedo) redo?.()
      else undo?.()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}

function EditorTop({ recipe, draft }: { recipe: RecipeDetail | null; draft: RecipeDraftState }) {
  const w = useWords(editorText)
  const r = useWords(recipeWords)
  const can = useCan()
  const duplicate = useDuplicate()
  return (
    <Row gap="8 16" align="start" justify="between" marginBottom="16" wrap className={css.top}>
      <div>
        <h1>{recipe === null ? w.addTitle : w.editTitle}</h1>
        <Row.p gap="2 16" align="center" tone="ink-3" wrap>
          {recipe === null ? (
            w.neverSaved
          ) : (
            <>
              <RecipeBadge status={recipe.status} />
              <span className="mono">{recipe.code}</span>
              <span>{w.savedAt({ time: formatTime(recipe.updatedAt) })}</span>
            </>
          )}
        </Row.p>
      </div>
      <Row gap="8" wrap>
        <IconButton
          icon="undo"
          label={r.undo}
          disabledReason={draft.undo === undefined ? w.nothingTyped : undefined}
          onClick={() => draft.undo?.()}
        />
        <IconButton
          icon="redo"
          label={r.redo}
          disabledReason={draft.redo === undefined ? w.nothingTyped : undefined}
          onClick={() => draft.redo?.()}
        />
        {recipe === null || !can('recipe:create') ? null : (
          <Button icon="copy" busy={duplicate.isPending} onClick={() => duplicate.mutate(recipe.id)}>
            {r.duplicate}
          </Button>
        )}
        {recipe === null ? null : (
          <Button icon="language" onClick={() => go(translateHref(recipe.id))}>
            {r.translate}
          </Button>
        )}
      </Row>
    </Row>
  )
}

function Restored({ draft }: { draft: RecipeDraftState }) {
  const w = useWords(editorText)
  if (draft.restoredAt === null) return null
  return (
    <Row
      gap="8 16"
      padding="8 16"
      align="center"
      marginBottom="12"
      border="line"
      radius="m"
      ground="info-soft"
      wrap
      role="status"
    >
      <span>{w.restored({ time: formatTime(draft.restoredAt) })}</span>
      <Button size="small" onClick={draft.discard}>
        {w.discard}
      </Button>
    </Row>
  )
}
