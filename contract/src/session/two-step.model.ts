import { z } from 'zod'
import { Instant } from '../field.ts'
import { SignedIn } from './session.model.ts'

/** administration.md, Two-step. */
export const twoStepLimits = {
  /** From the password to the code. */
  ticketSeconds: 300,
  /** The setup takes longer: an authenticator app may have to be installed first. */
  enrolmentSeconds: 900,
  /** RFC 6238. */
  digits: 6,
  stepSeconds: 30,
  recoveryCodes: 10,
  /** With fewer codes left, the console suggests making new ones. */
  fewRecoveryCodes: 3,
} as const

/** A code of the authenticator app, or a recovery code; blanks and hyphens do not count. */
const StepCode = z.string().trim().min(1, 'field.required').max(40)
const Ticket = z.string().min(1).max(100)
const OwnPassword = z.string().min(1, 'field.required').max(128)

/** Data that sets up an authenticator app. */
export const Enrolment = z.object({
  /** Base32, 160 bits. */
  secret: z.string(),
  issuer: z.string(),
  /** The sign-in name, which the app shows beside the code. */
  account: z.string(),
})
export type Enrolment = z.output<typeof Enrolment>

/** The first proof was right, and a second one is needed before there is a session. */
export const SecondStepRequired = z.object({
  /** For `account/login/two-step`, from this browser alone. */
  ticket: z.string(),
  until: Instant,
  /** The role requires two-step sign-in and the account has none: it is set up first. Null: a code is required. */
  enrolment: Enrolment.nullable(),
})
export type SecondStepRequired = z.output<typeof SecondStepRequired>

export const SignInAnswer = z.union([SignedIn, SecondStepRequired])
export type SignInAnswer = z.output<typeof SignInAnswer>

export const SecondStep = z.strictObject({ ticket: Ticket, code: StepCode })
export type SecondStep = z.output<typeof SecondStep>

const RecoveryCodes = z.array(z.string())

export const SecondStepResult = SignedIn.extend({
  /** Set right after two-step sign-in was set up: the codes are shown only once. */
  recoveryCodes: RecoveryCodes.nullable(),
  /** The number of remaining recovery codes if one was used to sign in. */
  recoveryCodesLeft: z.number().int().nullable(),
})
export type SecondStepResult = z.output<typeof SecondStepResult>

export const OwnTwoStep = z.object({
  isOn: z.boolean(),
  /** The role requires it, so it cannot be switched off. */
  isRequired: z.boolean(),
  since: Instant.nullable(),
  recoveryCodesLeft: z.number().int(),
})
export type OwnTwoStep = z.output<typeof OwnTwoStep>

/** `code` is required if two-step sign-in is already on: another app then replaces the present one. */
export const EnrolmentStart = z.strictObject({ password: OwnPassword, code: StepCode.optional() })
export type EnrolmentStart = z.output<typeof EnrolmentStart>

export const EnrolmentStarted = Enrolment.extend({ ticket: z.string(), until: Instant })

export const TwoStepEnd = z.strictObject({ password: OwnPassword, code: StepCode })
export type TwoStepEnd = z.output<typeof TwoStepEnd>

/** Shown once, and nowhere afterwards. */
export const NewRecoveryCodes = z.object({ recoveryCodes: RecoveryCodes })
export type NewRecoveryCodes = z.output<typeof NewRecoveryCodes>

/** Whether an account has two-step sign-in. `missing`: its role requires it, so it is set up at the next sign-in. */
export const TwoStepState = z.enum(['on', 'off', 'missing'])
export type TwoStepState = z.output<typeof TwoStepState>
