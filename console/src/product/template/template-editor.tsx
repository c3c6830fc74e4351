import { emptyTemplate } from '@brigade/contract/product/template/propose-template.ts'
import { templateFaults } from '@brigade/contract/product/template/template.rules.ts'
import type { TemplateContents, TemplateKind } from '@brigade/contract/product/template/template.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { templateKindWords } from '@brigade/contract/product/product.text.ts'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { usePlatformCan } from '../../platform/can.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { toastDone, toastError } from '../../platform/toast.ts'
import { UnsavedGuard } from '../../shell/unsaved-guard.tsx'
import { RefusedNote } from '../../ui/dialog/refused-note.tsx'
import { goToPlace, placeOf } from '../../ui/form/form-places.ts'
import { faultMessages, contentProblems } from './problem-places.ts'
import { FaultList } from './fault-list.tsx'
import { newElementId } from '../../ui/form/element-id.ts'
import { Box, Stack } from '../../ui/layout/layout.tsx'
import { TemplateFormContext, noFunctions, type TemplateContext } from './field/template-context.ts'
import { TemplateClash } from './template-clash.tsx'
import { TemplateEmpty } from './template-empty.tsx'
import { TemplateFoot } from './template-foot.tsx'
import { TemplateHead } from './template-head.tsx'
import type { TemplateParts } from './template-parts.ts'
import { TemplatePhones } from './template-phones.tsx'
import css from './template.module.css'
import type { TemplateState } from './template-work.ts'
import { templateText } from './field/template.text.ts'
import { useTemplateDraft } from './use-template-draft.ts'

type Props<K extends TemplateKind> = TemplateParts<K> & {
  state: TemplateState<TemplateContents[K]>
  model: ThingModel | null
}

/** These parts of the address name the template. */
const guarded = ['tab', 'id']

/** The draft, its problems, and the actions on it. An action that needs a complete template leads to the first problem instead. */
function useEditor<K extends TemplateKind>(
  work: TemplateParts<K>['work'],
  productId: string,
  state: TemplateState<TemplateContents[K]>,
  model: ThingModel | null,
) {
  const w = useWords(templateText)
  const draft = useTemplateDraft(work, productId, state)
  const { typed, setTyped } = draft
  const list = useRef<HTMLElement>(null)
  const checked = useChecked(work, typed, model, state.faults)
  const { problems, faults } = checked

  const propose = (): void => {
    setTyped(emptyTemplate(work.kind, model ?? noFunctions, newElementId))
    toastDone(w.proposed)
  }
  const isRight = (): boolean => {
    const [first] = Object.keys(problems)
    if (first === undefined) return true
    checked.showAllProblems()
    // The messages must be on screen first.
    requestAnimationFrame(() => goToPlace(first))
    return false
  }
  const save = async (): Promise<void> => {
    if (typed !== null && isRight() && (await draft.save(typed))) toastDone(w.saved)
  }
  const mayGoOut = (): boolean => {
    if (!isRight()) return false
    if (faults.length === 0) return true
    toastError(w.notPublished({ n: faults.length }))
    list.current?.focus()
    list.current?.scrollIntoView({ block: 'center' })
    return false
  }
  const publish = async (): Promise<void> => {
    if (typed !== null && (await draft.publish(typed))) toastDone(w.publishedDone)
  }
  return { draft, checked, list, actions: { propose, save, mayGoOut, publish } }
}

/** The form is on the left and the phone on the right; problems are above, saving and publishing below. */
export function TemplateEditor<K extends TemplateKind>({ product, work, Form, Preview, state, model }: Props<K>) {
  const w = useWords(templateText)
  const nameOf = useNameOf()
  const can = usePlatformCan()
  const [mayEdit, mayPublish] = [can('product-template:update'), can('product-template:publish')]
  const { draft, checked, list, actions } = useEditor(work, product.id, state, model)
  const { typed, setTyped, base } = draft
  const [at, setAt] = useState<string | null>(null)
  const name = nameOf(templateKindWords[work.kind])
  if (typed === null)
    return (
      <TemplateEmpty
        name={name}
        hasModel={model !== null}
        mayEdit={mayEdit}
        onPropose={actions.propose}
        onBlank={() => setTyped(work.blank)}
      />
    )
  return (
    <Box shrink className={css.editor}>
      <TemplateHead name={name} kind={work.kind} state={base} />
      <FaultList faults={checked.faults} mayEdit={mayEdit} ref={list} />
      {draft.clash === null ? (
        <RefusedNote message={draft.refused} />
      ) : (
        <TemplateClash clash={draft.clash} base={base} typed={typed} onGoOn={draft.goOn} />
      )}
      <TemplatePhones
        product={product}
        Preview={Preview}
        typed={typed}
        published={base.published}
        model={model ?? noFunctions}
        at={at}
        form={
          <EditorForm
            label={w.formOf({ name })}
            isOff={!mayEdit || draft.busy !== null}
            checked={checked}
            onSave={() => void actions.save()}
            onPlace={setAt}
          >
            <Form value={typed} onChange={setTyped} />
          </EditorForm>
        }
      />
      {mayEdit || mayPublish ? (
        <TemplateFoot
          name={name}
          product={nameOf(product.name)}
          problems={checked.shownPlaces}
          isDirty={draft.isDirty}
          hasDraft={base.draft !== null}
          hasPublished={base.published !== null}
          busy={draft.busy}
          mayEdit={mayEdit}
          mayPublish={mayPublish}
          mayGoOut={actions.mayGoOut}
          onSave={actions.save}
          onPublish={actions.publish}
          onUndo={() => setTyped(base.draft ?? base.published)}
          onTakePublished={() => {
            setTyped(base.published)
            toastDone(w.tookPublished)
          }}
        />
      ) : null}
      <UnsavedGuard when={draft.isDirty} keys={guarded} />
    </Box>
  )
}

type FormProps = {
  label: string
  isOff: boolean
  checked: Checked
  onSave: () => void
  /** The path of the field with the focus. */
  onPlace: (path: string | null) => void
  children: ReactNode
}

function EditorForm({ label, isOff, checked, onSave, onPlace, children }: FormProps) {
  return (
    <TemplateFormContext value={checked.context}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles the focus of the fields in it */}
      <Box.form
        shrink
        className={css.form}
        aria-label={label}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSave()
        }}
        onFocus={(event) => onPlace(placeOf(event.target))}
        onBlur={(event) => checked.leave(placeOf(event.target))}
      >
        <Stack.fieldset gap="16" margin="0" padding="0" border="none" shrink disabled={isOff}>
          {children}
        </Stack.fieldset>
      </Box.form>
    </TemplateFormContext>
  )
}

type Checked = {
  problems: Readonly<Record<string, string>>
  /** The places that do not fit the published thing model, except for incomplete ones. */
  faults: TemplateState<unknown>['faults']
  /** The places with a problem on screen. */
  shownPlaces: readonly string[]
  context: TemplateContext
  leave: (path: string | null) => void
  showAllProblems: () => void
}

/** Checks the typed content by the rules of the contract and the published functions. A problem is shown after its field was left. */
function useChecked<K extends TemplateKind>(
  { kind, schema }: TemplateParts<K>['work'],
  typed: TemplateContents[K] | null,
  model: ThingModel | null,
  reported: TemplateState<unknown>['faults'],
): Checked {
  const w = useWords(templateText)
  const locale = useLocale()
  const [left, setLeft] = useState<ReadonlySet<string> | 'all'>(new Set<string>())
  const problems = useMemo(
    () => (typed === null ? {} : contentProblems(schema, typed, locale, w.chooseFunction)),
    [schema, typed, locale, w],
  )
  const faults = useMemo(() => {
    if (typed === null) return reported
    const found = templateFaults(kind, typed, model ?? noFunctions)
    return found.filter(({ path, identifier }) => identifier !== '' && problems[path] === undefined)
  }, [kind, typed, model, problems, reported])
  const context = useMemo<TemplateContext>(() => {
    const shown = Object.entries(problems).filter(([path]) => left === 'all' || left.has(path))
    const messages = { ...faultMessages(faults, locale), ...Object.fromEntries(shown) }
    return {
      model: model ?? noFunctions,
      problemAt: (path) => messages[path],
      problemsBelow: (path) => [
        ...new Set(Object.entries(messages).flatMap(([key, message]) => (key.startsWith(`${path}.`) ? [message] : []))),
      ],
    }
  }, [problems, faults, left, locale, model])
  return {
    problems,
    faults,
    shownPlaces: Object.keys(problems).filter((path) => left === 'all' || left.has(path)),
    context,
    leave: (path) => {
      if (path !== null && left !== 'all' && !left.has(path)) setLeft(new Set(left).add(path))
    },
    showAllProblems: () => setLeft('all'),
  }
}
