import { partLimits, type Part } from '@brigade/contract/system/parts/parts.model.ts'
import { useCan } from '../../platform/can.ts'
import { useWords, useLocale } from '../../platform/locale.ts'
import { toastDone } from '../../platform/toast.ts'
import { UnsavedGuard } from '../../shell/unsaved-guard.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { placeOf } from '../../ui/form/form-places.ts'
import { Box, Grid, Stack } from '../../ui/layout/layout.tsx'
import { useModels, type Models } from '../../product/products-select.tsx'
import { placeIn, partProblems } from './part-problems.ts'
import { PartCards } from './part-cards.tsx'
import { PartsBar } from './parts-bar.tsx'
import { PartsClash } from './parts-clash.tsx'
import { PartsEmpty } from './parts-empty.tsx'
import { PartsFoot } from './parts-foot.tsx'
import { PartsHead } from './parts-head.tsx'
import { PartsPhone } from './parts-phone.tsx'
import css from './parts.module.css'
import { partsText } from './parts.text.ts'
import { usePartList, type EditedList } from './use-part-list.ts'
import type { PartsState, usePartsDraft } from './use-parts-draft.ts'
import { useMemo, useState } from 'react'

const none: readonly Part[] = []

/** Returns the server's refusals, and each problem after its field was left or a save was tried. */
function usePartProblems({ typed, refused }: Pick<ReturnType<typeof usePartsDraft>, 'typed' | 'refused'>) {
  const locale = useLocale()
  const [left, setLeft] = useState<ReadonlySet<string> | 'all'>(new Set<string>())
  const problems = useMemo(() => partProblems(typed ?? none, locale), [typed, locale])
  const refusedFields = refused !== null && refused.of === typed ? Object.keys(refused.by.fields) : []
  const messages: Record<string, string> = {}
  for (const path of refusedFields) messages[path] = refused?.by.fieldIn(path, locale) ?? ''
  for (const [path, message] of Object.entries(problems)) {
    const { index, field } = placeIn(path)
    if (left === 'all' || left.has(`${typed?.[index]?.id ?? ''}.${field}`)) messages[path] = message
  }
  return {
    problems,
    messages,
    /** The refusal, if it concerns no field. */
    note: refused === null || refusedFields.length > 0 ? null : refused.by,
    showAllProblems: () => setLeft('all'),
    leave: (path: string | null) => {
      if (path === null || left === 'all') return
      const { index, field } = placeIn(path)
      setLeft(new Set(left).add(`${typed?.[index]?.id ?? ''}.${field}`))
    },
  }
}

/** This part of the address names the list. */
const guarded = ['organisationId']

type Props = { organisationId: string; state: PartsState }

/** The list is on the left and the phone on the right; problems, unsaved changes and the save button are below. */
export function PartsEditor({ organisationId, state }: Props) {
  const w = useWords(partsText)
  const mayEdit = useCan()('parts-purchase:update') && state.mayKeep
  const models = useModels()
  const list = usePartList(organisationId, state)
  const { draft, parts } = list
  const { base, typed, setTyped } = draft
  const checked = usePartProblems(draft)
  const goTo = (path: string): void => {
    const part = parts[placeIn(path).index]
    if (part !== undefined) list.show(part.id, path)
  }
  const save = async (): Promise<void> => {
    const [first] = Object.keys(checked.problems)
    checked.showAllProblems()
    if (first !== undefined) return goTo(first)
    if (typed !== null && (await draft.save(typed))) toastDone(w.saved)
  }
  const isOwn = typed !== null
  return (
    <Box shrink className={css.editor}>
      <PartsHead
        base={base}
        isOwn={isOwn}
        mayEdit={mayEdit}
        isDirty={draft.isDirty}
        onKeepOwn={() => setTyped(base.parts)}
        onGiveUp={async () => {
          if (await draft.save(null)) toastDone(w.gaveUp)
        }}
      />
      {draft.clash === null ? (
        <RefusedNote message={checked.note} />
      ) : (
        <PartsClash clash={draft.clash} base={base} typed={typed} models={models} onGoOn={draft.goOn} />
      )}
      {parts.length === 0 ? (
        <PartsEmpty isOwn={isOwn} mayEdit={mayEdit} onAdd={list.add} />
      ) : (
        <Grid gap="24" padding="12 gutter 24" align="start" className={css.layout}>
          <ListSide
            list={list}
            models={models}
            isLocked={!isOwn || !mayEdit}
            problemAt={(path) => checked.messages[path]}
            onLeave={checked.leave}
            onSave={() => void save()}
          />
          <PartsPhone parts={parts} productId={list.filter.productId} models={models} />
        </Grid>
      )}
      {mayEdit && (isOwn || draft.isDirty) ? (
        <PartsFoot
          parts={parts}
          problems={Object.keys(checked.messages)}
          isDirty={draft.isDirty}
          isBusy={draft.isBusy}
          onGoTo={goTo}
          onDiscard={draft.discard}
          onSave={save}
        />
      ) : null}
      <UnsavedGuard when={draft.isDirty} keys={guarded} />
    </Box>
  )
}

type SideProps = {
  list: EditedList
  models: Models
  isLocked: boolean
  problemAt: (path: string) => string | undefined
  /** A field was left. */
  onLeave: (path: string | null) => void
  onSave: () => void
}

/** The filters, and the list as a form. */
function ListSide({ list, models, isLocked, problemAt, onLeave, onSave }: SideProps) {
  const w = useWords(partsText)
  const { parts, shown, filter, setFilter, draft } = list
  const fullReason = parts.length >= partLimits.parts ? w.full({ max: partLimits.parts }) : undefined
  return (
    <Stack gap="12" shrink className={css.side}>
      <PartsBar
        filter={filter}
        models={models}
        count={parts.length}
        shown={shown.length}
        fullReason={fullReason}
        onFilter={setFilter}
        onAdd={isLocked ? undefined : list.add}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the blur of the fields in it */}
      <Box.form
        shrink
        aria-label={w.title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSave()
        }}
        onBlur={(event) => onLeave(placeOf(event.target))}
      >
        <PartCards
          list={list}
          models={models}
          isLocked={isLocked}
          isOff={draft.isBusy}
          fullReason={fullReason}
          problemAt={problemAt}
        />
      </Box.form>
    </Stack>
  )
}
