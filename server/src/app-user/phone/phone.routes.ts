import { phoneApi } from '@brigade/contract/app-user/phone.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { bindDevice, shareDevice, unbindDevice } from './bind.ts'
import { getNewestVersion, getOwnDevice, listOfferedParts, listOwnDevices } from './own-devices.ts'
import { eraseOneself, exportProfile, getProfile, updateProfile } from './own-profile.ts'
import { register, sendCode, signIn, signOut } from './sign-in.ts'

export const phoneRoutes = implement(phoneApi, {
  sendCode,
  register,
  signIn,
  signOut,
  profile: getProfile,
  updateProfile,
  exportProfile,
  erase: eraseOneself,
  bind: bindDevice,
  unbind: unbindDevice,
  devices: listOwnDevices,
  device: getOwnDevice,
  share: shareDevice,
  parts: listOfferedParts,
  newestVersion: getNewestVersion,
})
