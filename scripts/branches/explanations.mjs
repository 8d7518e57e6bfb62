/** @typedef {import('./count-branches.mjs').Branch} Branch */
/** @typedef {import('./count-branches.mjs').Place} Place */

/**
 * What an explanation is about: one branch, or all branches of a function or of a file.
 * @typedef {object} Explained
 * @property {string} file
 * @property {string} [function] its name after those of the functions around it, as `createOutbox/wake`
 * @property {string} [branch] the source text
 */

/**
 * @typedef {object} Explanation
 * @property {string} reason why no simulated shift takes the branches
 * @property {boolean} [isRare] the shifts may take the branches, but these seeds need not: any change of the app decides
 *   anew which rare moments they meet
 * @property {string[]} tests the files of the tests of this code; none for what no test has to take
 * @property {Explained[]} branches
 */

/**
 * An untaken branch inside another one has the explanation of that one.
 * @param {Branch} branch
 * @param {Explanation[]} explanations
 * @returns {number} the index of its explanation, or -1
 */
export function findExplanation(branch, explanations) {
  const places = [branch, ...branch.around.filter(({ isTaken }) => !isTaken)]
  return explanations.findIndex(({ branches }) =>
    branches.some((explained) => places.some((place) => isAbout(explained, place))),
  )
}

/** @type {(explained: Explained, place: Place) => boolean} */
const isAbout = (explained, { file, where, branch }) =>
  explained.file === file &&
  (explained.function === undefined || `${where}/`.startsWith(`${explained.function}/`)) &&
  (explained.branch === undefined || explained.branch === branch)

/**
 * Explanations that are not true any more: the branch is gone; or it is taken, or something of the function or file is,
 * although no shift should be able to.
 * @param {Branch[]} branches
 * @param {Explanation[]} explanations
 * @returns {Explained[]}
 */
export const listStale = (branches, explanations) =>
  explanations
    .flatMap(({ branches: explained, isRare }) =>
      explained.map((one) => ({ explained: one, isRare })),
    )
    .filter(({ explained, isRare }) => {
      const some = branches.filter((branch) => isAbout(explained, branch))
      const isWhole = explained.branch === undefined
      const isTaken = isWhole ? some.some((one) => one.isTaken) : some.every((one) => one.isTaken)
      return some.length === 0 || (isTaken && !isRare)
    })
    .map(({ explained }) => explained)

/**
 * How many branches are taken, and how many of the others have an explanation.
 * @param {Branch[]} branches
 * @param {Explanation[]} explanations
 */
export function countAll(branches, explanations) {
  const untaken = branches.filter(({ isTaken }) => !isTaken)
  const explained = untaken.filter((branch) => findExplanation(branch, explanations) >= 0).length
  return {
    all: branches.length,
    taken: branches.length - untaken.length,
    explained,
    unexplained: untaken.length - explained,
  }
}
