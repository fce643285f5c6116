import type { Scope } from '../scope.ts'
import { startRoute } from './menu.ts'

/** Whether the open screen is the one that a sign-in leads to. */
export const isStartScreen = ({
  route,
  permissions,
  hasFeature,
}: Pick<Scope, 'route' | 'permissions' | 'hasFeature'>): boolean =>
  route !== null && route === startRoute(permissions, hasFeature)
