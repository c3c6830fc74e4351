import { wallApi } from '@brigade/contract/statistics/wall/wall.endpoints.ts'
import { implement } from '../../platform/http/implement.ts'
import { listWallLinks, revokeLink, saveLink } from './save-link.ts'
import { readSetting, saveSetting } from './save-setting.ts'
import { readWallLogo, readWallPage } from './wall-page.ts'
import { watchWall } from './watch-wall.ts'

export const wallRoutes = implement(wallApi, {
  live: watchWall,
  page: readWallPage,
  logo: readWallLogo,
  setting: readSetting,
  saveSetting,
  links: listWallLinks,
  saveLink,
  revokeLink,
})
