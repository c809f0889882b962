//! webdriver
