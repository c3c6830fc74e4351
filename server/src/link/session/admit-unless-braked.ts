import { admitDevice, type Admission } from './admit-device.ts'
import type { SignInBrake } from './sign-in-brake.ts'

type Options = Parameters<typeof admitDevice>[0] & Readonly<{ brake: SignInBrake }>
type Client = Parameters<typeof admitDevice>[1]

/** Like `admitDevice`; returns `braked` if the client failed too often and is not checked. */
export async function admitUnlessBraked({ brake, ...options }: Options, client: Client): Promise<Admission | 'braked'> {
  const attempt = { address: client.address, device: client.username, nowMs: options.nowMs }
  if (brake.isBraked(attempt)) return 'braked'
  brake.begun(attempt)
  let hasFailed = false
  try {
    const admission = await admitDevice(options, client)
    // A disabled device has proved its identity.
    hasFailed = admission.kind === 'refused' && admission.reason !== 'refused_disabled'
    if (admission.kind !== 'refused') brake.succeeded(attempt)
    return admission
  } finally {
    if (hasFailed) brake.failed(attempt)
    else brake.passed(attempt)
  }
}
