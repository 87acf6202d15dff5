/** The extension's version, as the API server sees it in `User-Agent`. A test holds it to package.json. */
export const version = '0.1.0';
