// Cleanup where a resource is created, in place of a variable and two hooks.
import { afterAll } from 'vitest'

/** Closes `resource` after the tests of the file, or of the `describe` around the call; the latest one first. */
export function closeAfterAll<Resource extends { close(): unknown }>(resource: Resource): Resource {
  afterAll(async () => {
    await resource.close()
  })
  return resource
}
