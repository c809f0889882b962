// How an edit fails, and where in the text.

/** The failures by name. The first part of the answer's status is chosen by them. */
export type DataFaultCode =
  | "KEY_NOT_FOUND"
  | "INVALID_PATH"
  | "WRONG_TYPE"
  | "ALIAS_ON_PATH"
  | "AMBIGUOUS_KEY"
  | "TARGET_EXISTS"
  | "DOCUMENT_INDEX_REQUIRED"
  | "SYNTAX"
  | "DUPLICATE_KEY"
  | "TOO_DEEP"
  | "TOO_LARGE"
  | "TIMEOUT"
  | "INVALID_SCHEMA"
  | "INVALID_NEW_VALUE"
  | "SCHEMA_VIOLATION"
  | "NOT_EDITABLE"
  | "RESULT_DIFFERS"
  | "FILE_NOT_READ"
  | "FILE_NOT_WRITTEN"
  | "FILE_CHANGED";

export type DataStatus = "SUCCESS" | "ERROR_KEY_NOT_FOUND" | "ERROR_PARSING" | "ERROR_SERIALIZING";

const STATUS: Readonly<Record<DataFaultCode, Exclude<DataStatus, "SUCCESS">>> = {
  KEY_NOT_FOUND: "ERROR_KEY_NOT_FOUND",
  INVALID_PATH: "ERROR_KEY_NOT_FOUND",
  WRONG_TYPE: "ERROR_KEY_NOT_FOUND",
  ALIAS_ON_PATH: "ERROR_KEY_NOT_FOUND",
  AMBIGUOUS_KEY: "ERROR_KEY_NOT_FOUND",
  TARGET_EXISTS: "ERROR_SERIALIZING",
  DOCUMENT_INDEX_REQUIRED: "ERROR_KEY_NOT_FOUND",
  SYNTAX: "ERROR_PARSING",
  DUPLICATE_KEY: "ERROR_PARSING",
  TOO_DEEP: "ERROR_PARSING",
  TOO_LARGE: "ERROR_PARSING",
  TIMEOUT: "ERROR_PARSING",
  INVALID_SCHEMA: "ERROR_PARSING",
  INVALID_NEW_VALUE: "ERROR_PARSING",
  SCHEMA_VIOLATION: "ERROR_SERIALIZING",
  NOT_EDITABLE: "ERROR_SERIALIZING",
  RESULT_DIFFERS: "ERROR_SERIALIZING",
  FILE_NOT_READ: "ERROR_PARSING",
  FILE_NOT_WRITTEN: "ERROR_SERIALIZING",
  FILE_CHANGED: "ERROR_SERIALIZING",
};

/** An edit that failed. The message says what was tried and the next step; text of the document is quoted. */
export class DataFault extends Error {
  constructor(
    readonly code: DataFaultCode,
    message: string,
  ) {
    super(message);
    this.name = "DataFault";
  }

  get status(): Exclude<DataStatus, "SUCCESS"> {
    return STATUS[this.code];
  }
}
