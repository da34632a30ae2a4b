/** Where a server is: an origin, or a path at one, where a proxy hands it out under a path. */

/**
 * The server that hands out the module at `address`, whose place there is `/client/<file>`; of a module that is handed out
 * in another way, such as a bundle, the origin.
 * @param {string} address @param {string} file
 */
export function serverOf(address, file) {
  const { origin, pathname } = new URL(address);
  const place = `/client/${file}`;
  return pathname.endsWith(place) ? origin + pathname.slice(0, -place.length) : origin;
}

/** What is at `path` of the server. @param {string} server @param {string} path */
export function below(server, path) {
  const url = new URL(server);
  url.pathname = url.pathname.replace(/\/*$/, '') + path;
  url.search = url.hash = '';
  return url;
}
